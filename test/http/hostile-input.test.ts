import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { routes as table } from "../../functions/api/routes.ts";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { type Answer, baseUrl, type Json, sendStreamed } from "../support/client.ts";
import { ownedRows } from "../support/owned-rows.ts";
import { exampleBody } from "../support/route-examples.ts";
import { fill, successfulRequest, type TestRoute, tokenRoutes } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const json = { "content-type": "application/json" };
let ada: Account;
let witness: Account;

beforeAll(async () => {
  [ada, witness] = [await signUp(), await signUp()];
  await make(witness, "/contacts", { firstName: "Witness", emails: [{ value: "w@example.com" }] });
  await make(witness, "/notes", { content: "seen" });
});

/** What no input may ever lead to. */
function expectRefusal(what: string, { status, body }: Answer): void {
  expect([what, status]).toEqual([
    what,
    expect.toSatisfy((found: number) => found >= 400 && found < 500),
  ]);
  expect(body, what).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
}

const bodyRoutes = tokenRoutes.filter(({ takesBody }) => takesBody);

describe.each(bodyRoutes)("$method $path", (route) => {
  let path = "";
  beforeAll(async () => {
    path = (await pathTo(route)).path;
  });
  const send = async (raw: string | Uint8Array): Promise<Answer> => {
    return await ada.send(route.method, path, undefined, { raw, headers: json });
  };

  it("refuses every body that is not one JSON object of its own members, and changes nothing", async () => {
    const before = await ownedRows(sql, ada.id);
    const deep = (open: string, close: string, levels: number) =>
      open.repeat(levels) + close.repeat(levels);
    const bodies: [string, string | Uint8Array][] = [
      ["nothing", ""],
      ["a word", "word"],
      ["a number", "1e400"],
      ["null", "null"],
      ["a list", "[]"],
      ["a text", '"a"'],
      ["half an object", '{"name"'],
      ["a trailing comma", '{"name":"a",}'],
      ["a byte order mark in the middle", '{"name":\ufeff"a"}'],
      ["a list 100,000 deep", deep("[", "]", 100_000)],
      ["objects 10,000 deep", '{"name":'.repeat(10_000) + "1" + "}".repeat(10_000)],
      ["an unclosed list 500,000 deep", "[".repeat(500_000)],
      ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
      ["an overlong encoding", Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
      ["a surrogate in UTF-8", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
      ["UTF-16", Buffer.from('{"name":"a"}', "utf16le")],
      ["bare NULs", "\u0000\u0000"],
      ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then"].map(
        (name): [string, string] => [`a member named ${name}`, `{"${name}":{"isAdmin":true}}`],
      ),
      [
        "ten thousand members",
        JSON.stringify(
          Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`m${n}`, n])),
        ),
      ],
      ["a member's name of 100,000", `{"${"n".repeat(100_000)}":1}`],
      ["a member's name with NUL", '{"\\u0000":1}'],
      ["a member's name that is half a pair", '{"\\ud800":1}'],
    ];
    for (const [what, raw] of bodies) {
      const options = { raw, headers: json };
      expectRefusal(what, await ada.send(route.method, path, undefined, options));
    }
    expect(await ownedRows(sql, ada.id)).toEqual(before);
  });

  it("takes hostile values of every member for what they are, or refuses them", async () => {
    const names = Object.keys(exampleBody(route) ?? {});
    const values = [
      "1e400",
      "-1e400",
      "9223372036854775808",
      "18446744073709551616",
      "-0",
      "1e-400",
      "1.7976931348623157e308",
      '"\\u0000"',
      '"\\ud800"',
      '"\\udc00\\ud800"',
      "{}",
      "[]",
      '{"__proto__":1}',
      "[null]",
      "true",
      `"${"a".repeat(200_000)}"`,
    ];
    for (const name of names) {
      for (const value of values) {
        const { status } = await send(`{"${name}":${value}}`);
        expect([name, value.slice(0, 40), status]).toEqual([
          name,
          value.slice(0, 40),
          expect.toSatisfy((found: number) => found < 500),
        ]);
      }
    }
  });
});

/** A path of the route to things of Ada's. */
async function pathTo(route: TestRoute) {
  if (route.ids.length === 0) return fill(route, [], undefined);
  return await successfulRequest(route, ada);
}

describe("a member given twice", () => {
  it("counts as it was said last, and is judged by nothing else", async () => {
    const raw = '{"firstName":"First","firstName":"Last"}';
    const answer = await ada.post("/contacts", undefined, { raw, headers: json });
    expect(expectStatus(answer, 201).firstName).toBe("Last");
    const refused = '{"firstName":"First","firstName":5}';
    expectRefusal("twice", await ada.post("/contacts", undefined, { raw: refused, headers: json }));
  });
});

const injections = [
  "'",
  "''",
  "\\'",
  "'; drop table public.contacts; --",
  "' or '1'='1",
  "') or true --",
  "1; select pg_sleep(20)",
  "$1",
  "$$",
  "%L",
  "%s%I",
  "{}",
  "%",
  "_",
  "%%%",
  "\\",
  "\\%",
  "\\\\_",
  "a%b_c\\d",
  "*",
  ".*",
  "(((((",
  "${process.env}",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "../../../etc/passwd",
  "\r\nX-Injected: yes",
  "\u202ereversed",
  "ﷺ".repeat(10),
  "a\u0301".repeat(30),
];

describe("characters that mean something to SQL, LIKE, templates and terminals", () => {
  it("are kept to the letter wherever a text goes, and found by nothing but themselves", async () => {
    const owner = await signUp();
    await make(owner, "/contacts", { firstName: "Bystander" });
    for (const text of injections) {
      const trimmed = text.trim();
      const contact = await make(owner, "/contacts", {
        firstName: text,
        company: text,
        description: text,
        phones: [{ value: trimmed.slice(0, 50), label: text.slice(0, 40) }],
        addresses: [{ city: text }],
      });
      expect(contact).toMatchObject({ firstName: trimmed, company: trimmed, description: trimmed });
      expect(contact.addresses[0].city).toBe(trimmed);
      const network = await make(owner, "/networks", { name: text, description: text });
      expect(network).toMatchObject({ name: trimmed, description: trimmed });
      expect((await make(owner, "/notes", { content: text })).content).toBe(text);
      expect((await make(owner, "/reminders", { title: text, description: text })).title)
        .toBe(trimmed);
      expect((await make(owner, "/note-types", { name: text, icon: text.slice(0, 16) })).name)
        .toBe(trimmed);
      expect(expectStatus(await owner.patch("/me", { name: text }), 200).name).toBe(trimmed);
      const found = await owner.get(`/contacts?search=${encodeURIComponent(text)}`);
      const names = expectStatus(found, 200).data.map(({ firstName }: Json) => firstName);
      expect(names, text).toContain(trimmed);
      expect(names, text).not.toContain("Bystander");
      for (const { id } of found.body.data) await owner.delete(`/contacts/${id}`);
    }
    expect((await owner.get("/contacts?search=Bystander")).body.total).toBe(1);
  });

  it("change nothing in any parameter of any list", async () => {
    const lists = tokenRoutes.filter(({ method, ids, path }) =>
      method === "get" && ids.length === 0 && path !== "/me"
    );
    const before = await ownedRows(sql, witness.id);
    for (const { method, path } of lists) {
      const { request } = table.find((each) => each.method === method && each.path === path)!;
      for (const name of Object.keys(request.query?.shape ?? {})) {
        const answers = await Promise.all(
          injections.map((text) => ada.get(`${path}?${name}=${encodeURIComponent(text)}`)),
        );
        for (const [n, { status, body }] of answers.entries()) {
          expect([path, name, injections[n], status]).toEqual([
            path,
            name,
            injections[n],
            expect.toSatisfy((found: number) => found === 200 || found === 400),
          ]);
          if (status === 200) expect(JSON.stringify(body)).not.toContain(witness.id);
        }
      }
    }
    expect(await ownedRows(sql, witness.id)).toEqual(before);
  });

  it("in a path are no id", async () => {
    for (const text of [...injections, "%00", "%ff", "%ed%a0%80", ".", "..", "a".repeat(4000)]) {
      const id = text.startsWith("%") && text.length <= 9 && /^(%[0-9a-f]{2})+$/.test(text)
        ? text
        : encodeURIComponent(text);
      for (const method of ["get", "delete"]) {
        const { status } = await ada.send(method, `/contacts/${id}`);
        // `.` and `..` are taken away by the client itself, and lead to other paths.
        if (text === "." || text === "..") expect(status).toBeLessThan(500);
        else expect([text.slice(0, 50), status]).toEqual([text.slice(0, 50), 404]);
      }
    }
  });
});

describe("paging", () => {
  it.each([
    "page=1e308",
    "page=-1",
    "page=0",
    "page=1.5",
    "page=0x10",
    "page=%2B1",
    "page=%201",
    "page=NaN",
    "page=Infinity",
    "page=9223372036854775808",
    "page=2147483648",
    `page=${"9".repeat(5000)}`,
    "page=١",
    "page=",
    "page",
    "page[]=1",
    "pageSize=-0",
    "pageSize=0",
    "pageSize=201",
    "pageSize=1e2",
    "page=1&page=1",
    "sort=constructor",
    "sort=__proto__",
    "sort=--displayName",
    "sort=display_name",
  ])("%s is 400, or no parameter at all", async (query) => {
    const { status, body } = await ada.get(`/contacts?${query}`);
    expect([query, status]).toEqual([query, query === "page[]=1" ? 200 : 400]);
    if (status === 400) expect(body.errors[0].in).toBe("query");
  });

  it("may go as far as it likes past the end", async () => {
    for (const { path } of tokenRoutes.filter((each) => each.queryIds.length > 0)) {
      const answer = await ada.get(`${path}?page=2147483647&pageSize=200`);
      expect(expectStatus(answer, 200).data).toEqual([]);
    }
  });

  it("bears a query of thousands of parameters", async () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `p${n}=${n}`).join("&");
    expectStatus(await ada.get(`/contacts?${many}`), 200);
    const same = Array(500).fill("page=1").join("&");
    expect((await ada.get(`/contacts?${same}`)).status).toBe(400);
  });
});

/** Speaks HTTP by hand, for what no client library would send; all that came back within `patience` milliseconds. */
function speak(
  write: (send: (text: string) => void) => void,
  patience: number,
): Promise<{ text: string; closed: boolean }> {
  const { hostname, port } = new URL(inject("stack").functionUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = "";
    const timer = setTimeout(() => finish(false), patience);
    const finish = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, closed });
    };
    socket.on("data", (chunk) => {
      text += chunk.toString();
      if (/^HTTP\/1.1 \d+/.test(text) && text.includes("\r\n\r\n") && /\}\s*(0\s*)?$/.test(text)) {
        finish(false);
      }
    });
    socket.on("close", () => finish(true)).on("error", () => finish(true));
    socket.on("connect", () => write((part) => socket.write(part)));
  });
}

describe("a request that is no good as HTTP", () => {
  const stillServes = async () => expectStatus(await ada.get("/contacts?pageSize=1"), 200);

  it("with a header of a megabyte is refused, and the next one served", async () => {
    const { hostname, port, pathname } = new URL(`${baseUrl()}/contacts`);
    const outcome = await new Promise<number | string>((resolve) => {
      const headers = { authorization: `Bearer ${ada.token}`, "x-long": "a".repeat(1_000_000) };
      const outgoing = httpRequest(
        { hostname, port, path: pathname, headers },
        (incoming) => resolve(incoming.resume().statusCode ?? 0),
      );
      outgoing.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
      outgoing.end();
    });
    expect(["EPIPE", "ECONNRESET", 400, 413, 431]).toContain(outcome);
    await stillServes();
  });

  it("with a token, an id or a condition of thousands of characters is refused", async () => {
    const long = "a".repeat(6_000);
    const headers: Record<string, string>[] = [
      { authorization: `Bearer kith_${long}` },
      { authorization: `Bearer ${long}.${long.slice(0, 500)}.${long.slice(0, 500)}` },
      { "idempotency-key": long },
      { "x-request-id": long },
      { "if-match": `"${long}"` },
    ];
    for (const each of headers) {
      const answer = await ada.post("/networks", { name: randomUUID() }, { headers: each });
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers.get("x-request-id")).not.toBe(long);
    }
  });

  it("with a body of 10 MB in chunks is 413 long before it is over", async () => {
    const chunk = Buffer.alloc(65_536, "a");
    const chunks = [Buffer.from('{"content":"'), ...Array(160).fill(chunk), Buffer.from('"}')];
    for (
      const { method, path } of [{ method: "POST", path: "/notes" }, {
        method: "PATCH",
        path: "/me",
      }]
    ) {
      expect((await sendStreamed(ada.token, method, path, chunks)).status).toBe(413);
    }
    await stillServes();
  });

  it("with a body that stops coming is 408, and holds nobody else up meanwhile", async () => {
    const head =
      `POST /api/v1/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\n` +
      "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    const slow = Array.from({ length: 10 }, () => speak((send) => send(head), 15_000));
    await stillServes();
    for (const { text } of await Promise.all(slow)) {
      expect(text).toMatch(/^HTTP\/1\.1 408 /);
      expect(text).toContain("request_timeout");
    }
    await stillServes();
  });

  it("with two lengths, a length that is none, or no host is not answered with success", async () => {
    const line =
      `POST /api/v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\n` +
      "Content-Type: application/json\r\n";
    const bad = [
      `${line}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      `${line}Content-Length: -1\r\n\r\n{}`,
      `${line}Content-Length: 1e3\r\n\r\n{}`,
      `${line}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`,
      "GET / HTTP/9.9\r\n\r\n",
      "\u0000\u0001\u0002\r\n\r\n",
    ];
    for (const text of bad) {
      const answer = await speak((send) => send(text), 8_000);
      expect(answer.text).not.toMatch(/^HTTP\/1\.1 [25]/);
    }
    await stillServes();
  });
});
