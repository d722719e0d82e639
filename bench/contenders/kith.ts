import type { BenchRequest, Contender } from "../contender.ts";
import type { ExpectedAnswers } from "../expected-answers.ts";
import type { Workload } from "../workload.ts";
import type { Credentials } from "./credentials.ts";

/** Kith's own function, asked on its own port. */
export function kith(
  origin: string,
  workload: Workload,
  credentials: Credentials,
  expectedAnswers: ExpectedAnswers,
): Contender {
  return {
    name: "Kith",
    origin,
    request(operation, credential, n) {
      const ask = workload.ask(n);
      const headers: Record<string, string> = {
        authorization: credentials.header(ask.owner, credential),
      };
      const get = (path: string): BenchRequest => ({
        method: "GET",
        path: `/kith/api/v1${path}`,
        headers,
      });
      const send = (method: "POST" | "PATCH", path: string, body: unknown): BenchRequest => ({
        method,
        path: `/kith/api/v1${path}`,
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      switch (operation) {
        case "list 50":
          return get("/contacts?pageSize=50");
        case "search":
          return get(`/contacts?pageSize=50&search=${encodeURIComponent(ask.word)}`);
        case "needsContact":
          return get("/contacts?pageSize=50&needsContact=true");
        case "get":
          return get(`/contacts/${ask.contactId}`);
        case "create":
          return send("POST", "/contacts", workload.newPerson(n));
        case "patch": {
          const jobTitle = workload.newJobTitle(credential, n);
          return send("PATCH", `/contacts/${ask.contactId}`, { jobTitle });
        }
        case "notes of a month":
          return get(`/notes?pageSize=50&from=${ask.from}&to=${ask.to}`);
      }
    },
    verify: (operation, status, body) => expectedAnswers.verifyKith(operation, status, body),
    stop: () => Promise.resolve(),
  };
}
