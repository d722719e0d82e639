import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { anyone, as } from "../support/client.ts";
import { functionLog } from "../support/function-copy.ts";
import { placesOf } from "../support/owned-rows.ts";
import { expectHeaders, expectProblem, expectViolations } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";
import { until } from "../support/wait.ts";

const sql = superuser();
const ada = await signUp();
const { id: keyId, key } = await makeKey(ada);

describe("a path that does not exist", () => {
  it("the path is 404, with a credential or without", async () => {
    const id = randomUUID();
    const paths = ["/", "/contact", "/contacts/", `/contacts/${id}/notes`, "/constructor"];
    for (const path of paths) {
      expectProblem(await ada.get(path), 404, "not_found");
      expectProblem(await anyone().get(path), 404, "not_found");
    }
  });

  it.each([
    ["/contacts", "put", ["GET", "POST"]],
    [`/contacts/${randomUUID()}`, "post", ["DELETE", "GET", "PATCH"]],
    [`/networks/${randomUUID()}/contacts/${randomUUID()}`, "get", ["DELETE", "PUT"]],
    // `export` is no id, so this is not a contact that is not found.
    ["/contacts/export", "patch", ["GET"]],
  ])(
    "%s is answered with 405 for %s and the methods that it has",
    async (path, method, allowed) => {
      const answer = await ada.send(method, path);
      expectProblem(answer, 405, "method_not_allowed");
      const offered = (answer.headers.get("allow") ?? "").split(/,\s*/);
      expect(offered.filter((each) => !["HEAD", "OPTIONS"].includes(each)).sort()).toEqual(allowed);
    },
  );

  it("does not include an id in capitals", async () => {
    const { id } = await ada.make("/contacts", { firstName: "A" });
    expectStatus(await ada.get(`/contacts/${id.toUpperCase()}`), 200);
  });
});

it("a query that is not UTF-8 or has NUL is refused", async () => {
  for (
    const query of ["search=%00", "search=a%00b", "search=%ED%A0%80", "search=%FF", "search=%"]
  ) {
    expectViolations(await ada.get(`/contacts?${query}`), "query /search invalid_format");
  }
});

describe("every answer", () => {
  it("every answer has its own request id, is stored by no cache, and can be read by pages of any origin", async () => {
    const headers = { origin: "https://app.example" };
    const client = as(key);
    const answers = [
      await client.get("/contacts", { headers }),
      await client.get("/contacts?page=0", { headers }),
      await client.get("/api-keys", { headers }),
      await ada.put("/contacts", undefined, { headers }),
      await ada.get("/nothing", { headers }),
      await anyone().get("/contacts", { headers }),
    ];
    const exposed =
      "location, retry-after, x-activity-id, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id";
    for (const answer of answers) {
      expectHeaders(answer, "no-store");
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      const readable = answer.headers.get("access-control-expose-headers")?.toLowerCase();
      expect(readable?.split(/,\s*/)).toEqual(expect.arrayContaining(exposed.split(", ")));
    }
    const ids = answers.map((answer) => answer.headers.get("x-request-id"));
    expect(ids).not.toContain("");
    expect(new Set(ids).size).toBe(answers.length);
  });

  it("to a preflight request counts as no request of a key", async () => {
    const own = as((await makeKey(ada)).key);
    const headers = { origin: "https://app.example" };
    for (let n = 0; n < 5; n++) await own.send("OPTIONS", "/contacts", undefined, { headers });
    expect((await own.get("/contacts")).headers.get("x-ratelimit-remaining")).toBe("119");
  });

  it("to HEAD is that to GET, without its body", async () => {
    const { id } = await ada.make("/contacts", { firstName: "Head" });
    for (const path of ["/contacts", `/contacts/${id}`, `/contacts/${randomUUID()}`, "/nothing"]) {
      const [get, head] = [await ada.get(path), await ada.send("HEAD", path)];
      expect([path, head.status, head.text]).toEqual([path, get.status, ""]);
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    }
    expectStatus(await anyone().send("HEAD", "/contacts"), 401);
  });

  it("every answer is logged as one line without tokens and without what was searched for", async () => {
    const needle = `needle${randomUUID()}`;
    const answer = await as(key).get(`/contacts?search=${needle}`);
    const requestId = answer.headers.get("x-request-id") ?? "none";
    const lines = async () => (await functionLog()).filter((line) => line.includes(requestId));
    await until("the request is logged", async () => (await lines()).length > 0);
    const [line, ...more] = await lines();
    expect(more).toEqual([]);
    expect(line).toContain(keyId);
    expect(Object.values(JSON.parse(line!))).toEqual(expect.arrayContaining([requestId, 200]));
    const all = (await functionLog()).join("\n");
    for (const secret of [key, ada.token, needle]) expect(all).not.toContain(secret);
  });
});

describe("a secret", () => {
  it("the secret is stored only as a key's hash and first nine characters", async () => {
    const client = as(key);
    expectStatus(await client.post("/notes", { content: "x" }), 201);
    await client.get(`/contacts?search=${"a".repeat(201)}`);
    const broken = { raw: "{", headers: { "content-type": "application/json" } };
    await client.post("/notes", undefined, broken);
    const parts = [key.slice(9), key.slice(0, 20), ada.token.split(".")[2]!];
    expect(await placesOf(sql, ...parts)).toEqual([]);
    expect((await functionLog()).join("\n")).not.toContain(key.slice(9));
  });

  it("in the wrong place is no credential, and appears in no answer or log", async () => {
    const { url } = expectStatus(await ada.post("/me/calendar"), 200);
    const calendar = /([0-9a-f]+)\.ics$/.exec(url)![1]!;
    const wrong: [string, Record<string, string>, number][] = [
      [`/contacts?apikey=${key}&access_token=${ada.token}&token=${key}`, {}, 401],
      ["/contacts", { "x-api-key": key, cookie: `token=${ada.token}` }, 401],
      [`/contacts/${key}`, {}, 401],
      [`/${key}`, { "x-request-id": key }, 404],
      ["/contacts", { "x-request-id": calendar }, 401],
    ];
    let said = "";
    for (const [path, headers, status] of wrong) {
      const answer = await anyone().get(path, { headers });
      expectStatus(answer, status);
      said += answer.text + JSON.stringify([...answer.headers]);
    }
    const log = (await functionLog()).join("\n");
    for (const secret of [key, ada.token, calendar]) expect(said + log).not.toContain(secret);
  });
});
