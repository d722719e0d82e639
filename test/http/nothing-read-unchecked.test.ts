// Files and large bodies are parsed only for a credential that may run the operation they are for.
import { beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { createApp } from "../../functions/kith/app.ts";
import { createAuthenticator } from "../../functions/kith/auth/authenticate.ts";
import type { AccessTokenSettings } from "../../functions/kith/auth/access-token.ts";
import type { Dependencies } from "../../functions/kith/core/call.ts";
import type { LogEntry } from "../../functions/kith/core/trace.ts";
import { connectPostgres } from "../../functions/kith/db/postgres.ts";
import { routes } from "../../functions/kith/routes.ts";
import { expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { superuser } from "../support/sql.ts";

/** Names of the readers that were called. */
const read = vi.hoisted((): string[] => []);

vi.mock("../../functions/kith/imports/parse/records.ts", () => ({
  parseFile() {
    read.push("file");
    return Promise.resolve({ format: "csv", records: [], errors: [], dropped: [] });
  },
}));
vi.mock("../../functions/kith/inbox/message.ts", () => ({
  readMessage() {
    read.push("message");
    return Promise.resolve({ subject: "A", text: "", people: [] });
  },
}));
vi.mock("../../functions/kith/core/json.ts", async (load) => {
  const original = await load<typeof import("../../functions/kith/core/json.ts")>();
  return {
    ...original,
    parseJson(text: string) {
      // Small bodies may be parsed before.
      if (text.length > 65_536) read.push("body");
      return original.parseJson(text);
    },
  };
});

const logged: LogEntry[] = [];
const reads = (name: string) => () => {
  read.push(name);
  return Promise.reject(new Error(name));
};
const app = createApp({
  authenticate: createAuthenticator({} as AccessTokenSettings),
  database: connectPostgres(inject("stack").databaseUrl),
  photos: { sweepSometimes() {}, cleanPhoto: reads("photo"), copy: reads("photo") },
  log: (entry: LogEntry) => logged.push(entry),
  waitUntil() {},
} as unknown as Dependencies);

/** Keys by why they may not. */
const keys: Record<string, string> = { "made up": `kith_${"0".repeat(40)}` };
let allowed: string;
let contact: string;

beforeAll(async () => {
  const account = await signUp();
  contact = (await account.make("/contacts", { firstName: "Ada" })).id;
  allowed = (await makeKey(account)).key;
  keys["out of scope"] = (await makeKey(account, "K", { scopes: ["reminders:read"] })).key;
  const { id, key } = await makeKey(account);
  keys["over its rate"] = key;
  await as(key).get("/contacts");
  await superuser()`
    update kith_private.api_key_requests set instants = array(select now() from generate_series(1, 120))
     where api_key_id = ${id}`;
});
beforeEach(() => {
  read.length = 0;
  logged.length = 0;
});

function post(path: string, key: string, body: string, type = "application/json") {
  const headers = {
    authorization: `Bearer ${key}`,
    accept: "application/json, text/event-stream",
    "content-type": type,
  };
  return app.fetch(
    new Request(`http://localhost/kith${path}`, { method: "POST", headers, body }),
  );
}

const callTool = (name: string, input: Json, key: string) => {
  const params = { name, arguments: input };
  return post(
    "/mcp",
    key,
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  );
};

const large = "a".repeat(70_000);

/** Requests with something to read, as this key. */
const requests: Record<string, (key: string) => Promise<Response>> = {
  ...Object.fromEntries(
    routes.filter(({ files, secret }) => files && !secret).flatMap(({ path, files }) =>
      Object.entries(files!).map(([type, example]) =>
        [
          `${path} with ${type}`,
          (key: string) => post(`/api/v1${path}`, key, example, type),
        ] as const
      )
    ),
  ),
  "a large body": (key) => post("/api/v1/notes", key, JSON.stringify({ content: large })),
  "import_contacts": (key) => callTool("import_contacts", { text: "First Name\nZoë" }, key),
  "set_photo": (key) =>
    callTool("set_photo", {
      contact,
      path: "uploads/0190a5c2-d186-7e5d-b4f7-a25b607f8e9d.jpg",
    }, key),
};

describe.each(Object.keys(requests))("what is sent with %s", (name) => {
  it.each(["made up", "out of scope", "over its rate"])(
    "the body is not read where the key is %s",
    async (why) => {
      await requests[name]!(keys[why]!);
      expect(read).toEqual([]);
      expect(logged.map(({ code }) => code)).toEqual([
        {
          "made up": "unauthorized",
          "out of scope": "insufficient_scope",
          "over its rate": "rate_limited",
        }[why],
      ]);
    },
  );
});

describe("a message that is posted to an inbox", () => {
  const send = (secret: string) =>
    post(`/api/v1/inbound/${secret}`, "", "Subject: A\r\n\r\n", "message/rfc822");

  it("is not read where there is no such inbox, or it has had its messages of the day", async () => {
    const account = await signUp();
    const { url } = expectStatus(await account.post("/me/inbox"), 200);
    const secret = url.slice(url.lastIndexOf("/") + 1);
    await superuser()`
      update kith_private.inboxes set counted_on = (now() at time zone 'UTC')::date + 1, received = 200
       where owner_id = ${account.id}`;
    for (const each of ["0".repeat(64), secret]) await send(each);
    expect(read).toEqual([]);
    expect(logged.map(({ code }) => code)).toEqual(["not_found", "rate_limited"]);
    await superuser()`update kith_private.inboxes set received = 0 where owner_id = ${account.id}`;
    await send(secret);
    expect(read).toEqual(["message"]);
  });
});

it.each(["/imports", "import_contacts", "a large body"])(
  "what is sent with %s is read where the key may",
  async (name) => {
    const [, request] = Object.entries(requests).find(([each]) => each.startsWith(name))!;
    await request(allowed);
    expect(read).toHaveLength(1);
  },
);

it("a large body of a tool is not parsed where the key is unknown or over its rate", async () => {
  for (const why of ["made up", "over its rate"]) {
    await callTool("add_note", { content: large }, keys[why]!);
    expect(read).toEqual([]);
  }
});

describe("the log names the code", () => {
  it.each<[string, string, Json, string]>([
    ["of a call that is not allowed", "search_contacts", {}, "insufficient_scope"],
    ["of a call with wrong arguments", "export_everything", { after: 1 }, "validation_failed"],
    ["of a tool that does not exist", "drop_tables", {}, "not_found"],
  ])("%s, although HTTP answers 200", async (_, name, input, code) => {
    const answer = await callTool(name, input, keys["out of scope"]!);
    expect([answer.status, logged[0]!.code]).toEqual([200, code]);
  });

  it("of a failure in a tool, and its cause", async () => {
    await callTool("set_photo", {
      contact,
      path: "uploads/0190a5c2-d186-7e5d-b4f7-a25b607f8e9d.jpg",
    }, allowed);
    expect(logged[0]!.code).not.toBeNull();
  });
});
