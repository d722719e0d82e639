import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { caseCount, seed } from "../support/cases.ts";
import { type Account, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { document } from "../support/contract.ts";
import { valuesFor } from "../support/document-requests.ts";
import { makeOne } from "../support/route-examples.ts";
import { count } from "../support/tier.ts";

const requests = caseCount(count({ quick: 250, thorough: 5_000 }));
/** People who send at the same time. */
const people = 4;
/** Deleting the account would end the run: test/http/me.test.ts does. */
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

/** One account, and three of every collection to ask for. */
class Person {
  readonly #account: Account;
  readonly #ids: Record<string, string[]> = {};

  private constructor(account: Account) {
    this.#account = account;
  }

  static async begin(): Promise<Person> {
    const person = new Person(await signUp());
    for (const collection of collections) {
      for (const n of [0, 1, 2]) await person.#idOf(collection, n);
    }
    return person;
  }

  /** One that is there, whatever the requests have deleted; an account that may have no more has to do without. */
  async #idOf(collection: string, n: number): Promise<string> {
    const ids = this.#ids[collection] ??= [];
    const known = ids[n % 3] ?? randomUUID();
    if ((await this.#account.get(`/${collection}/${known}`)).status === 200) return known;
    return ids[n % 3] = await makeOne(this.#account, collection).catch(() => randomUUID());
  }

  /** The request with ids in place of what stands for them. */
  async #withIds(request: FuzzedRequest): Promise<FuzzedRequest> {
    let text = JSON.stringify(request);
    for (const [mark, collection, n] of [...text.matchAll(/KNOWN_([a-z-]+)_(\d+)_/g)]) {
      text = text.replaceAll(mark, await this.#idOf(collection!, Number(n)));
    }
    return JSON.parse(text);
  }

  /** One after the other: only then does a seed lead to the same answers again. */
  async sendAll(sample: FuzzedRequest[]) {
    const statuses = new Map<string, Set<number>>();
    const failures: string[] = [];
    for (const [index, made] of sample.entries()) {
      if (failures.length === 10) break;
      const { operationId, method, path, body, headers } = await this.#withIds(made);
      try {
        // The client holds the answer to the document.
        const { status } = await this.#account.send(method, path, body, { headers });
        statuses.set(operationId, (statuses.get(operationId) ?? new Set()).add(status));
        if (status >= 500) failures.push(`${index}: ${status} to ${method} ${path}`);
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
  // Their secrets are no credential of anybody's.
  const withSecrets = ["stopMails", "tick", "receiveMessage"];
  const possible = operations.filter((name) =>
    !withSecrets.includes(name) &&
    ![...without, ...unguessed, ...seldomValid].includes(name)
  );
  if (requests < 5_000) expect(succeeded.length).toBeGreaterThan(possible.length / 2);
  else expect(succeeded).toEqual(possible);
}, 3_600_000);
