import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scopes as allScopes } from "../../../functions/kith/core/scopes.ts";
import {
  type Credential,
  handle,
  type LogDatabase,
  type Person,
  startLogDatabase,
} from "../../support/activity/log-database.ts";
import { rolledBack } from "../../support/database.ts";
import { ownedRows } from "../../support/owned-rows.ts";
import { superuser } from "../../support/sql.ts";

/** `handle` asks for the scopes of every operation, the steps of a request included, with and without arguments. */
const operations = await superuser()<
  { name: string; scopes: string[]; needs_access_token: boolean }[]
>`select name, scopes, needs_access_token from kith_private.operations
   where not needs_calendar_secret order by name`;
let database: LogDatabase;
let person: Person;
let key: { id: string; credential: Credential };
beforeAll(async () => {
  database = await startLogDatabase(1);
  person = await database.newPerson();
  key = await person.newKey();
});
afterAll(() => database?.remove());

/** What a key with these limits is answered. */
function refusalOf(operation: string, scopes: string[] | null, networkIds: string[] | null) {
  return rolledBack(database.superuser, async (tx) => {
    await tx`
      update kith_private.api_keys set scopes = ${scopes}, network_ids = ${networkIds} where id = ${key.id}`;
    const before = await ownedRows(tx, person.id);
    const answers = [];
    for (const args of [{}, { body: {} }, { id: key.id, body: { x: 1 }, ifMatch: ["x"] }]) {
      answers.push(await handle(tx, key.credential, operation, args));
    }
    const [without] = await tx`
      select status, body from kith_private.handle(${
      JSON.stringify(key.credential)
    }, ${operation}, null)`;
    answers.push({ status: without!["status"], body: JSON.parse(without!["body"]) });
    const { "kith_private.api_keys": _, ...after } = await ownedRows(tx, person.id);
    expect({ ...after, "kith_private.api_keys": before["kith_private.api_keys"] }).toEqual(before);
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([null, answers[0]!.body]);
    }
    return answers[0]!.body;
  });
}

const limited = operations.filter(({ needs_access_token }) => !needs_access_token);

describe.each(limited.filter(({ scopes }) => scopes.length > 0))("$name", ({ name, scopes }) => {
  it("names what is missing", async () => {
    for (const scope of scopes) {
      const others = allScopes.filter((each) =>
        ![scope, scope.replace(":read", ":write")].includes(each)
      );
      const missing = scopes.filter((each) => !others.some((other) => other === each));
      expect(await refusalOf(name, others, null)).toEqual({
        code: "insufficient_scope",
        scopes: missing,
      });
    }
  });
});

it("only GET /me is for every key", () => {
  expect(limited.filter(({ scopes }) => scopes.length === 0).map(({ name }) => name)).toEqual([
    "get_me",
  ]);
});

const forTokens = operations.filter(({ needs_access_token }) => needs_access_token);
it.each(forTokens)("$name needs an access token, whatever the scopes", async ({ name }) => {
  for (const scopes of [[...allScopes], ["notes:read"]]) {
    expect(await refusalOf(name, scopes, null)).toEqual({ code: "access_token_required" });
  }
});
