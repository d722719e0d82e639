import fc from "fast-check";
import { expect, it } from "vitest";
import { caseCount, seed } from "../support/cases.ts";
import { type Account, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { document } from "../support/contract.ts";
import { valuesFor } from "../support/document-requests.ts";
import { makeOne } from "../support/route-examples.ts";
import { count } from "../support/tier.ts";

const requests = caseCount(count({ quick: 400, thorough: 5_000 }));
/** People who send at the same time. */
const people = 4;
/** Deleting the account would end the run; the test below sends it once. */
const without = ["deleteMe"];
/** Nobody guesses the secret of a feed. */
const unguessed = ["getCalendarFeed"];
/** Two bodies in one are seldom both valid by chance. */
const seldomValid = ["createNoteWithReminder"];

const collections = Object.keys(document.paths)
  .filter((path) => document.paths[`${path}/{id}`])
  .map((path) => path.slice(1));

/** One request to an operation of the document. */
interface FuzzedRequest {
  operationId: string;
  method: string;
  path: string;
  body: Json;
  headers: Record<string, string>;
}

/** Requests to all operations of the document but those that are left out, each as likely as another. */
const fuzzedRequests = fc.oneof(
  ...Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).filter(([, { operationId }]) => !without.includes(operationId))
      .flatMap(([method, operation]) =>
        [true, false].map((wild) => requestTo(method, path, operation, wild))
      )
  ),
);

function requestTo(
  method: string,
  path: string,
  operation: Json,
  wild: boolean,
): fc.Arbitrary<FuzzedRequest> {
  const collection = path.split("/")[1]!;
  const at = (place: string): fc.Arbitrary<Record<string, Json>> => {
    const parameters = (operation.parameters ?? []).filter((each: Json) => each.in === place);
    const made = parameters.map(({ name, schema }: Json) =>
      [name, valuesFor(schema, wild, name === "id" ? collection : name)] as const
    );
    const requiredKeys = parameters.filter((each: Json) => each.required)
      .map((each: Json) => each.name);
    return fc.record<Record<string, Json>>(Object.fromEntries(made), { requiredKeys });
  };
  const schema = operation.requestBody?.content["application/json"].schema;
  const body = schema ? valuesFor(schema, wild) : fc.constant(undefined);
  return fc.record({ path: at("path"), query: at("query"), headers: at("header"), body })
    .map((made) => ({
      operationId: operation.operationId,
      method,
      path: path.replace(/\{(\w+)\}/g, (_, name) => segment(made.path[name])) +
        queryText(made.query),
      body: made.body,
      // No tag and no key is right by chance.
      headers: wild ? headersOf(made.headers) : {},
    }));
}

/** A path segment: never one that would make another path of it. */
function segment(value: Json): string {
  const written = encodeURIComponent(plain(value).toWellFormed());
  return /^\.*$/.test(written) ? "x" : written.slice(0, 200).replace(/%.?$/, "");
}

function queryText(query: Record<string, Json>): string {
  const pairs = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(plain(value).toWellFormed())}`);
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

/** Headers hold printable ASCII; the rest never leaves an HTTP client. */
function headersOf(headers: Record<string, Json>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map((
      [name, value],
    ) => [name, plain(value).replace(/[^ -~]/g, "").trim()]),
  );
}

function plain(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}

/** Puts ids in place of what stands for them. */
function withKnownIds(request: FuzzedRequest, ids: Record<string, string[]>): FuzzedRequest {
  const text = JSON.stringify(request).replace(
    /KNOWN_([a-z-]+)_(\d+)_/g,
    (_, collection, index) => {
      const known = ids[collection] ?? [];
      return known[Number(index) % known.length] ?? "00000000-0000-0000-0000-000000000000";
    },
  );
  return JSON.parse(text);
}

/** One account, and what is known of it. */
class Person {
  readonly #account: Account;
  /** Collection → ids that exist, as the requests leave them. */
  readonly #ids: Record<string, string[]> = {};

  private constructor(account: Account) {
    this.#account = account;
  }

  static async begin(): Promise<Person> {
    const person = new Person(await signUp());
    for (const collection of collections) await person.#replenish(collection);
    return person;
  }

  /** Sees to it that there are always some to ask for. */
  async #replenish(collection: string): Promise<void> {
    const known = this.#ids[collection] ??= [];
    while (known.length < 3) {
      known.push(await makeOne(this.#account, collection));
    }
  }

  /** Keeps the list of ids true after a request that may have made or deleted one. */
  async #follow(request: FuzzedRequest, status: number, body: Json): Promise<void> {
    const ids = this.#ids;
    const [, collection = "", id = "", more] = request.path.split("?")[0]!.split("/");
    const known = ids[collection];
    if (more === "merge" && status === 200 && !body.dryRun) {
      const merged = (request.body as Json).duplicateId;
      ids["contacts"] = ids["contacts"]!.filter((each) => each !== merged);
      await this.#replenish("contacts");
    }
    if (!known || more) return;
    if (status === 201) known.push(body.id ?? body.note.id);
    if (status !== 204) return;
    // Erasing the log or the trash leaves nothing of either.
    if (id === "") {
      for (const emptied of ["activity", "trash"]) {
        ids[emptied] = [];
        await this.#replenish(emptied);
      }
      return;
    }
    ids[collection] = known.filter((each) => each !== id);
    await this.#replenish(collection);
  }

  /** One after the other: only then does a seed lead to the same answers again. */
  async sendAll(sample: FuzzedRequest[]) {
    const statuses = new Map<string, Set<number>>();
    const failures: string[] = [];
    for (const [index, made] of sample.entries()) {
      if (failures.length === 10) break;
      const request = withKnownIds(made, this.#ids);
      const { operationId, method, path, body, headers } = request;
      try {
        // The client holds the answer to the document.
        const answer = await this.#account.send(method, path, body, { headers });
        statuses.set(operationId, (statuses.get(operationId) ?? new Set()).add(answer.status));
        if (answer.status >= 500) failures.push(`${index}: ${answer.status} to ${method} ${path}`);
        await this.#follow(request, answer.status, answer.body);
      } catch (error) {
        failures.push(`${index}: ${(error as Error).message} ${JSON.stringify(body)}`);
      }
    }
    return { statuses, failures };
  }
}

it(`${requests} requests made from the document meet no 5xx and nothing undescribed`, async () => {
  const found = await Promise.all(Array.from({ length: people }, async (_, n) => {
    const numRuns = Math.ceil(requests / people);
    const sample = fc.sample(fuzzedRequests, { seed: seed + n, numRuns });
    return await (await Person.begin()).sendAll(sample);
  }));
  const failures = found.flatMap((each, n) => each.failures.map((what) => `person ${n}, ${what}`));
  expect(failures).toEqual([]);
  // A fuzzer that is only ever refused has tried nothing.
  const operations = Object.values<Json>(document.paths).flatMap((item) =>
    Object.values<Json>(item).map(({ operationId }): string => operationId)
  );
  const succeeded = operations.filter((name) =>
    !seldomValid.includes(name) &&
    found.some(({ statuses }) => [...statuses.get(name) ?? []].some((status) => status < 300))
  );
  const possible = operations.filter((name) =>
    ![...without, ...unguessed, ...seldomValid].includes(name)
  );
  if (requests < 5_000) expect(succeeded.length).toBeGreaterThan(possible.length / 2);
  else expect(succeeded).toEqual(possible);
}, 3_600_000);

it("deleting the account is described too", async () => {
  const { status } = await (await signUp()).delete("/me");
  expect(status).toBe(204);
});
