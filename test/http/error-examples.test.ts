import { decodeJwt } from "jose";
import { request as httpRequest } from "node:http";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import {
  Problem,
  problemCatalogue,
  type ProblemCode,
  problems,
} from "../../functions/kith/core/problems.ts";
import { addFactor, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as, baseUrl, type Json } from "../support/client.ts";
import { document } from "../support/contract.ts";
import { withFunctionCopy } from "../support/function-copy.ts";
import { upload } from "../support/photos.ts";
import { rolledBack } from "../support/database.ts";
import { signToken } from "../support/forged-tokens.ts";
import { countRequests } from "../support/key-scopes.ts";
import { changeSetOf } from "../support/route-examples.ts";
import { superuser } from "../support/sql.ts";

/** The examples of docs/errors.md, and those of the API document, against what the service answers. */
const guide = await readFile(new URL("../../docs/errors.md", import.meta.url), "utf8");
const chapters = guide.split(/^## /m).slice(1)
  .flatMap((text) => /^([a-z_]+)\n/.test(text) ? [text] : [])
  .map((text) => ({
    code: /^([a-z_]+)\n/.exec(text)![1] as ProblemCode,
    heading: /^\*\*(.+?)\.\*\*/m.exec(text)?.[1],
    examples: [...text.matchAll(/^```json\n([^]*?)\n```$/gm)].map(([, json]) => JSON.parse(json!)),
  }));

const sql = superuser();
const ada = await signUp();

/** Does something while a request with this key is being answered: the lock is that of kith_private.find_stored_answer. */
async function whileInUse(key: string, work: () => Promise<Json>): Promise<Json> {
  return await rolledBack(sql, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('kith.idempotency:' || ${ada.id} || ${key}, 0))`;
    return await work();
  });
}

/** Sends the beginning of a body and then nothing. */
function sendHalf(): Promise<Json> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${ada.token}`,
      "content-type": "application/json",
      "content-length": 100,
    };
    const outgoing = httpRequest(`${baseUrl()}/notes`, { method: "POST", headers }, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (chunk) => text += chunk);
      incoming.on("end", () => resolve(JSON.parse(text)));
    });
    outgoing.on("error", reject);
    outgoing.write("{");
  });
}

const contact = (body: Json = { firstName: "A" }) => ada.make("/contacts", body);
const retry = (key: string) => ({ headers: { "idempotency-key": key } });
const raw = (text: string, type = "application/json") => ({
  raw: text,
  headers: { "content-type": type },
});

/** How each refusal is brought about; a factory where no request of a client's can. */
const causes: Record<ProblemCode, () => Promise<{ body: Json } | Problem>> = {
  unauthorized: () => as(`kith_${"0".repeat(40)}`).get("/contacts"),
  access_token_required: async () => as((await makeKey(ada)).key).get("/api-keys"),
  second_factor_required: async () => {
    const owner = await signUp();
    await addFactor(sql, owner.id, "verified");
    return await owner.get("/api-keys");
  },
  connection_required: async () =>
    as(await signToken({ ...decodeJwt(ada.token), client_id: "an-app" })).get("/contacts"),
  insufficient_scope: async () => {
    const { key } = await makeKey(ada, "a key", { scopes: ["contacts:write", "notes:read"] });
    return as(key).post("/notes", { content: "A" });
  },
  not_found: () => ada.get("/contacts/none"),
  method_not_allowed: () => ada.delete("/contacts"),
  request_timeout: async () => ({ body: await sendHalf() }),
  validation_failed: () => ada.post("/contacts", { firstName: "A", emails: [{ value: "x" }] }),
  invalid_json: () => ada.post("/contacts", undefined, raw('{"firstName": "A"B}')),
  invalid_reference: () =>
    ada.post("/notes", { content: "A", contactId: "00000000-0000-4000-8000-000000000000" }),
  invalid_photo_path: async () =>
    ada.patch(`/contacts/${(await contact()).id}`, { photoUrl: "uploads/none.png" }),
  invalid_photo: async () => {
    const { id } = await contact();
    return (await upload(ada, id, new TextEncoder().encode("no picture, whatever it is called")))
      .answer;
  },
  idempotency_key_in_use: () =>
    whileInUse("in use", () => ada.post("/contacts", { firstName: "A" }, retry("in use"))),
  idempotency_key_reused: async () => {
    await ada.post("/contacts", { firstName: "A" }, retry("reused"));
    return ada.post("/contacts", { firstName: "B" }, retry("reused"));
  },
  precondition_failed: async () =>
    ada.patch(`/contacts/${(await contact()).id}`, { firstName: "B" }, {
      headers: { "if-match": '"another"' },
    }),
  name_taken: async () => {
    await ada.make("/networks", { name: "Family" });
    return ada.post("/networks", { name: "family" });
  },
  conflict: async () => {
    const id = "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f";
    await sql`insert into kith.contacts (owner_id, id, first_name) values (${ada.id}, ${id}, 'Zoë')`;
    const first = await ada.patch(`/contacts/${id}`, { nickname: "Zo" });
    await ada.patch(`/contacts/${id}`, { nickname: "Zoe" });
    return ada.post(`/activity/${changeSetOf(first, 200)}/undo`);
  },
  cursor_expired: () => ada.get("/changes?since=unknown"),
  api_key_limit_reached: async () => {
    const account = await signUp();
    for (let n = 0; n < 20; n++) await makeKey(account);
    return account.post("/api-keys", { name: "One more" });
  },
  quota_exceeded: async () => {
    const owner = await signUp();
    const { id } = await owner.make("/contacts", { firstName: "A" });
    const ask = () => owner.post(`/contacts/${id}/photo-upload`, { extension: "png" });
    for (let uploads = 0; uploads < 20; uploads++) expectStatus(await ask(), 200);
    return await ask();
  },
  payload_too_large: () => ada.post("/notes", { content: "a".repeat(1_048_576) }),
  unsupported_media_type: () => ada.post("/contacts", undefined, raw("{}", "text/plain")),
  rate_limited: async () => {
    const { id, key } = await makeKey(ada);
    await countRequests(sql, id, 120);
    return as(key).get("/me");
  },
  // Nothing that a client sends leads to it.
  internal: () => Promise.resolve(problems.internal("broken")),
  unavailable: () =>
    withFunctionCopy(
      { KITH_DB_URL: "postgresql://kith@127.0.0.1:9/postgres" },
      (base) => as(ada.token, base).get("/contacts"),
    ),
};

/** The body of an answer, or that which the service makes of a problem, without its request id. */
function bodyOf(cause: { body: Json } | Problem): Json {
  if (!(cause instanceof Problem)) return cause.body;
  const { code, status, message, errors } = cause;
  const { title } = problemCatalogue[code];
  return { title, status, detail: message, code, ...(errors && { errors }) };
}

describe("the catalogue of errors", () => {
  it("the catalogue has a chapter for each code, with one example", () => {
    expect(chapters.map(({ code, examples }) => [code, examples.length]))
      .toEqual(Object.keys(problemCatalogue).map((code) => [code, 1]));
  });

  it("the catalogue has the examples that the API document has", () => {
    const described = Object.values<Json>(document.components.responses).flatMap(({ content }) =>
      Object.values<Json>(content["application/problem+json"].examples)
    );
    const examples = new Map(chapters.map(({ code, examples }) => [code, examples[0]]));
    expect(described.length).toBeGreaterThan(20);
    for (const { value } of described) expect(value).toEqual(examples.get(value.code));
  });
});

describe("the example of docs/errors.md is what the service answers, but for the request's id:", () => {
  it.concurrent.each(chapters)("$code", async ({ code, heading, examples: [example] }) => {
    const cause = await causes[code]();
    const found = bodyOf(cause);
    const { requestId, type, ...words } = example;
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    if (cause instanceof Problem) expect(found).toEqual(words);
    else expect(found).toEqual({ ...words, type, requestId: expect.any(String) });
    expect(heading).toBe(`${found.status} ${found.title}`);
  });
});
