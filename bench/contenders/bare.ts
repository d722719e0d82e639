import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Contender, credentialKinds, type Operation } from "../contender.ts";
import type { Seeded } from "../seed.ts";
import type { ExpectedAnswers } from "../expected-answers.ts";
import type { Workload } from "../workload.ts";
import type { Credentials } from "./credentials.ts";
import { type DenoServer, startDeno } from "./deno.ts";

/** Patches of a contact that differ from one another, with each kind of credential. */
const versions = 64;

type Call = [operation: string, before: string, after: string];

/**
 * The statements that the bare server sends: what stands before and after the one text that differs from request to
 * request (an id, a word, a name), which comes with the request. They are those that Kith's function sends.
 */
class Calls {
  readonly list: Call[] = [];
  readonly #start = new Map<Operation, number>();

  add(operation: Operation, ...calls: Call[]): void {
    this.#start.set(operation, this.list.length);
    this.list.push(...calls);
  }

  index(operation: Operation, number = 0): number {
    return this.#start.get(operation)! + number;
  }
}

function prepare(workload: Workload, months: string[]): Calls {
  const calls = new Calls();
  const page = `"page":1,"pageSize":50`;
  const contacts = "list_contacts";
  calls.add("list 50", [contacts, `{"query":{${page}}}`, ""]);
  calls.add("search", [contacts, `{"query":{${page},"search":"`, `"}}`]);
  calls.add("needsContact", [contacts, `{"query":{${page},"needsContact":true}}`, ""]);
  calls.add("get", ["get_contact", `{"id":"`, `"}`]);
  const [before, after] = JSON.stringify({ body: workload.newPerson("?") }).split("?");
  calls.add("create", ["create_contact", before!, after!]);
  const patches = credentialKinds.flatMap((kind) =>
    Array.from({ length: versions }, (_, version): Call => {
      const body = JSON.stringify({ jobTitle: workload.newJobTitle(`bare ${kind}`, version) });
      return ["update_contact", `{"body":${body},"id":"`, `"}`];
    })
  );
  calls.add("patch", ...patches);
  const notes = months.map((month): Call => {
    const [from, to] = month.split(" ");
    return ["list_notes", `{"query":{${page},"from":"${from}","to":"${to}"}}`, ""];
  });
  calls.add("notes of a month", ...notes);
  return calls;
}

/** As kith_private.handle takes them: first all API keys, owner by owner, then an access token each. */
function credentialTexts({ owners }: Seeded): string[] {
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  return [
    ...owners.flatMap(({ keys }) => keys)
      .map((key) => JSON.stringify({ kind: "api_key", hash: sha256(key) })),
    ...owners.map(({ id, sessionId }) =>
      JSON.stringify({ kind: "access_token", sub: id, sessionId })
    ),
  ];
}

/** The limit: a Deno server with nothing around the statement that Kith's function sends. */
export async function startBare(
  databaseUrl: string,
  folder: string,
  workload: Workload,
  credentials: Credentials,
  expectedAnswers: ExpectedAnswers,
): Promise<Contender & Pick<DenoServer, "pid">> {
  const { owners } = workload.seeded;
  const keys = owners[0]!.keys.length;
  const months = new Map<string, number>();
  for (let n = 0; months.size < 24 && n < 100 * owners.length; n++) {
    const { from, to } = workload.ask(n);
    const month = `${from} ${to}`;
    if (!months.has(month)) months.set(month, months.size);
  }
  const calls = prepare(workload, [...months.keys()]);
  const file = join(folder, "bare-calls.json");
  const prepared = { credentials: credentialTexts(workload.seeded), calls: calls.list };
  await writeFile(file, JSON.stringify(prepared));
  const server = await startDeno(
    new URL("./bare-server.ts", import.meta.url),
    { BENCH_CALLS: file, BENCH_DB_URL: databaseUrl },
    [`--allow-read=${file}`],
  );
  return {
    name: "bare Deno server",
    origin: server.origin,
    pid: server.pid,
    request(operation, kind, n) {
      const ask = workload.ask(n);
      const credential = kind === "API key"
        ? ask.owner * keys + credentials.takeKey(ask.owner)
        : owners.length * keys + ask.owner;
      const variables: Record<Operation, [variable: string, number?: number]> = {
        "list 50": [""],
        "search": [ask.word],
        "needsContact": [""],
        "get": [ask.contactId],
        "create": [String(n)],
        "patch": [
          ask.contactId,
          credentialKinds.indexOf(kind) * versions + Math.floor(n / owners.length) % versions,
        ],
        "notes of a month": ["", months.get(`${ask.from} ${ask.to}`)!],
      };
      const [variable, number] = variables[operation];
      return {
        method: "GET",
        path: `/${credential}/${calls.index(operation, number)}/${variable}`,
        headers: {},
      };
    },
    verify: (operation, status, body) => expectedAnswers.verifyKith(operation, status, body),
    stop: server.stop,
  };
}
