import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { anyone, as } from "../support/client.ts";
import { functionLog } from "../support/function-copy.ts";
import { superuser } from "../support/sql.ts";
import { placesOf } from "../support/owned-rows.ts";

const sql = superuser();
let ada: Account;
let key: string;
beforeAll(async () => {
  ada = await signUp();
  key = (await makeKey(ada)).key;
});

describe("a secret", () => {
  it("is stored only as a key's hash and first nine characters", async () => {
    const client = as(key);
    expectStatus(await client.post("/notes", { content: "x" }), 201);
    await client.get(`/contacts?search=${"a".repeat(201)}`);
    await client.post("/notes", undefined, {
      raw: "{",
      headers: { "content-type": "application/json" },
    });
    const parts = [key.slice(9), key.slice(0, 20), ada.token.split(".")[2]!];
    expect(await placesOf(sql, ...parts)).toEqual([]);
    expect((await functionLog()).join("\n")).not.toContain(key.slice(9));
  });

  it("in another place is no credential, and in no answer", async () => {
    const { url } = expectStatus(await ada.post("/me/calendar"), 200);
    const calendar = /([0-9a-f]+)\.ics$/.exec(url)![1]!;
    const wrong: [string, Record<string, string>, number][] = [
      [`/contacts?apikey=${key}&access_token=${ada.token}&token=${key}`, {}, 401],
      ["/contacts", { "x-api-key": key, cookie: `token=${ada.token}` }, 401],
      [`/contacts/${key}`, {}, 401],
      [`/${key}`, { "x-request-id": key }, 404],
      ["/contacts", { "x-request-id": calendar }, 401],
    ];
    for (const [path, headers, status] of wrong) {
      const answer = await anyone().get(path, { headers });
      expect(answer.status).toBe(status);
      const said = answer.text + JSON.stringify([...answer.headers]);
      expect(said).not.toContain(key);
      expect(said).not.toContain(ada.token);
      expect(said).not.toContain(calendar);
    }
    expect((await functionLog()).join("\n")).not.toContain(ada.token);
    expect((await functionLog()).join("\n")).not.toContain(calendar);
  });
});
