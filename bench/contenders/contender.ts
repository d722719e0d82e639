// What a server has to offer to be measured beside Kith, and the operations that all are asked for.
import type { Json } from "../../test/support/client.ts";
import { newPerson, subjectOf } from "../calls.ts";
import { type BenchRequest, http, send, type Side } from "../measure.ts";
import type { SeededOwner } from "../seed.ts";

/** The operations that all contenders are measured with. */
export const operations = [
  "list 50",
  "search",
  "needsContact",
  "get",
  "create",
  "patch",
  "notes of a month",
] as const;

export const credentials = ["API key", "access token"] as const;

/** The subject of the n-th request: the same for all contenders. */
export interface Ask extends ReturnType<typeof subjectOf> {
  operation: string;
  owner: SeededOwner;
  /** Which of the owner's. */
  turn: number;
  credential: typeof credentials[number];
  /** The API key or access token. */
  token: string;
  /** What "create" makes. */
  made: ReturnType<typeof newPerson>;
  /** What "patch" writes, which differs from the row's whoever wrote it last. */
  jobTitle: string;
}

interface Answer {
  rows: { id?: string }[];
  total?: number | undefined;
}

/** A running server with the rows of the seed. */
export interface Contender {
  name: string;
  /** Scheme, host and port. */
  origin: string;
  request(ask: Ask): BenchRequest;
  /** The goal for Kith's throughput, as a multiple of this. */
  promise?: { read: number; write: number };
  /** Where it knows only one of them. */
  credential?: Ask["credential"];
  /** What an answer has, to be compared with Kith's before anything is timed; a write may tell nothing. */
  read(body: Json): Answer;
  /** Removes created rows, where it has tables of its own. */
  removeCreated?(): Promise<unknown>;
}

/** Requests below a path by operation: method, path and body, and what all of a contender have. */
export const requestsBelow = (
  base: string,
  requests: Record<
    typeof operations[number],
    (ask: Ask) => [method: BenchRequest["method"], path: string, body?: object]
  >,
  common: (ask: Ask) => Partial<BenchRequest>,
) =>
(ask: Ask): BenchRequest => {
  const [method, path, body] = requests[ask.operation as keyof typeof requests](ask);
  return { method, path: base + path, body, ...common(ask) };
};

/** The columns of what "create" makes, as the tables have them. */
export const rowOf = ({ made: { firstName, lastName, ...rest } }: Ask) => ({
  first_name: firstName,
  last_name: lastName,
  ...rest,
});

/** What "patch" writes, as the tables have it. */
export const titleOf = ({ jobTitle }: Ask) => ({ job_title: jobTitle });

export const knows = (contender: Contender, credential: Ask["credential"]) =>
  (contender.credential ?? credential) === credential;

/** Requests of these owners in turn. */
export interface Asking extends Pick<Ask, "operation" | "credential"> {
  owners: SeededOwner[];
}

function askOf({ owners, operation, credential }: Asking, n: number): Ask {
  const index = n % owners.length;
  const owner = owners[index]!;
  const round = Math.floor(n / owners.length);
  // Owners begin with different contacts.
  const turn = round + index;
  return {
    ...subjectOf(owner, turn),
    operation,
    turn,
    owner,
    credential,
    // An owner's keys in turn, so that none reaches its rate limit.
    token: credential === "API key" ? owner.keys[round % owner.keys.length]! : owner.token,
    made: newPerson(n),
    jobTitle: `Colleague ${Math.random()}`,
  };
}

export const asked = (contender: Contender, asking: Asking, connections: number): Side =>
  http(contender.origin, (n) => contender.request(askOf(asking, n)), connections);

/** Looks at an answer of each. @throws where one is not what the first contender answered */
export async function verify(contenders: Contender[], asking: Asking): Promise<void> {
  const ask = askOf(asking, 0);
  let expected: Answer | undefined;
  for (const contender of contenders.filter((each) => knows(each, ask.credential))) {
    const { rows, total } = contender.read(await send(contender.origin, contender.request(ask)));
    expected ??= { rows, total };
    const isOther = ask.operation === "get" && rows[0]?.id !== ask.contactId;
    const found = `${rows.length} rows of ${total ?? expected.total}`;
    const wanted = `${expected.rows.length} rows of ${expected.total}`;
    if (isOther || rows.length === 0 || found !== wanted) {
      throw new Error(`${contender.name}, ${ask.operation}: ${found}, not ${wanted}`);
    }
  }
}
