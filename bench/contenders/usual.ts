import type { BenchRequest, Contender } from "../contender.ts";
import type { ExpectedAnswers } from "../expected-answers.ts";
import type { Workload } from "../workload.ts";
import type { Credentials } from "./credentials.ts";
import { startDeno } from "./deno.ts";
import { newRow } from "./rest.ts";

/** An Edge Function as Supabase's guides show it, over the same tables, asked on its own port like Kith's. */
export async function startUsual(
  environment: Record<string, string>,
  workload: Workload,
  credentials: Credentials,
  expectedAnswers: ExpectedAnswers,
): Promise<Contender> {
  const server = await startDeno(new URL("./usual-way/index.ts", import.meta.url), environment);
  return {
    name: "usual way",
    origin: server.origin,
    request(operation, credential, n) {
      const ask = workload.ask(n);
      const { keys } = workload.seeded.owners[ask.owner]!;
      const token = credential === "API key"
        ? keys[n % keys.length]!
        : credentials.tokens[ask.owner]!;
      const headers: Record<string, string> = { authorization: `Bearer ${token}` };
      const get = (path: string): BenchRequest => ({
        method: "GET",
        path: `/usual/${path}`,
        headers,
      });
      const send = (method: "POST" | "PATCH", path: string, body: unknown): BenchRequest => ({
        method,
        path: `/usual/${path}`,
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      switch (operation) {
        case "list 50":
          return get("contacts");
        case "search":
          return get(`contacts?search=${encodeURIComponent(ask.word)}`);
        case "needsContact":
          return get("contacts?needsContact=true");
        case "get":
          return get(`contacts/${ask.contactId}`);
        case "create":
          return send("POST", "contacts", newRow(workload.newPerson(n)));
        case "patch": {
          const title = workload.newJobTitle(`usual ${credential}`, n);
          return send("PATCH", `contacts/${ask.contactId}`, { job_title: title });
        }
        case "notes of a month":
          return get(`notes?from=${ask.from}&after=${ask.after}`);
      }
    },
    verify(operation, status, body) {
      const { data, total } = body as { data: unknown; total?: number };
      expectedAnswers.verifyRows(operation, status, data, total ?? null);
    },
    stop: server.stop,
  };
}
