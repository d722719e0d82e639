import { describe, expect, it } from "vitest";
import { routes as table } from "../../functions/kith/routes.ts";
import { expectStatus, signUp } from "../support/accounts.ts";
import type { Answer, Json } from "../support/client.ts";
import { hostileTexts } from "../support/odd-texts.ts";
import { ownedRows } from "../support/owned-rows.ts";
import { fill, successfulRequest, tokenRoutes, triedRoutes } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";
import { count } from "../support/tier.ts";

const sql = superuser();

const [ada, witness] = [await signUp(), await signUp()];
await witness.make("/contacts", { firstName: "Witness", emails: [{ value: "w@example.com" }] });
await witness.make("/notes", { content: "seen" });

describe("characters that mean something to SQL, LIKE, templates and terminals", () => {
  const every = count({ quick: 8, thorough: 1 });
  const fewTexts = hostileTexts.filter((_, n) => n % every === 0);

  it("are stored unchanged in contacts and notes, and found by themselves only", async () => {
    const owner = await signUp();
    await owner.make("/contacts", { firstName: "Bystander" });
    for (const text of hostileTexts) {
      const trimmed = text.trim();
      const contact = await owner.make("/contacts", {
        firstName: text,
        company: text,
        description: text,
        phones: [{ value: `1${trimmed.slice(0, 49)}`, label: text.slice(0, 40) }],
        addresses: [{ city: text }],
      });
      expect(contact).toMatchObject({ firstName: trimmed, company: trimmed, description: trimmed });
      expect(contact.addresses[0].city).toBe(trimmed);
      const found = await owner.get(`/contacts?search=${encodeURIComponent(text)}`);
      const names = expectStatus(found, 200).data.map(({ firstName }: Json) => firstName);
      expect(names, text).toContain(trimmed);
      expect(names, text).not.toContain("Bystander");
      for (const { id } of found.body.data) await owner.delete(`/contacts/${id}`);
    }
    expect((await owner.get("/contacts?search=Bystander")).body.total).toBe(1);
    for (const text of fewTexts) {
      expect((await owner.make("/notes", { content: text })).content).toBe(text);
    }
  });

  it("change nothing in any parameter of any list", async () => {
    const lists = tokenRoutes.filter(({ method, ids, path }) =>
      method === "get" && ids.length === 0 && path !== "/me"
    );
    const before = await ownedRows(sql, witness.id);
    for (const { method, path } of lists) {
      const { request } = table.find((each) => each.method === method && each.path === path)!;
      for (const name of Object.keys(request.query?.().shape ?? {})) {
        const answers = await Promise.all(
          fewTexts.map((text) => ada.get(`${path}?${name}=${encodeURIComponent(text)}`)),
        );
        // A cursor that was never given out has a status of its own.
        const possible = name === "since" ? [200, 400, 410] : [200, 400];
        for (const [n, { status, text }] of answers.entries()) {
          const isPossible = possible.includes(status) && !text.includes(witness.id);
          expect([path, name, fewTexts[n], status, isPossible])
            .toEqual([path, name, fewTexts[n], status, true]);
        }
      }
    }
    expect(await ownedRows(sql, witness.id)).toEqual(before);
  });

  it("are no id in a path", async () => {
    for (const text of [...hostileTexts, "%00", "%ff", "%ed%a0%80", ".", "..", "a".repeat(4000)]) {
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

it("a query with thousands of parameters names 100 violations", async () => {
  const many = Array.from({ length: 1_000 }, (_, n) => `p${n}=${n}`).join("&");
  const { detail, errors } = (await ada.get(`/contacts?${many}`)).body;
  expect(detail).toContain("The first 100 violations are listed");
  expect(errors).toHaveLength(100);
  const same = Array(500).fill("page=1").join("&");
  expect((await ada.get(`/contacts?${same}`)).status).toBe(400);
});

/** Demands a refusal with a code: no body leads to a 5xx. */
function expectRefusal(what: string, { status, body }: Answer): void {
  expect([what, status]).toEqual([
    what,
    expect.toSatisfy((found: number) => found >= 400 && found < 500),
  ]);
  expect(body, what).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
}

// All bodies are read by the same code: a few routes are tried here, in the thorough tier each of them.
describe.each(triedRoutes.filter(({ takesBody }) => takesBody))("$name", async (route) => {
  const { path } = route.ids.length > 0
    ? await successfulRequest(route, ada)
    : fill(route, [], null);
  const headers = { "content-type": "application/json" };
  const send = (raw: string | Uint8Array): Promise<Answer> =>
    ada.send(route.method, path, undefined, { raw, headers });

  it("refuses every body that is not a JSON object of its members, and changes nothing", async () => {
    const before = await ownedRows(sql, ada.id);
    const deep = (open: string, close: string, levels: number) =>
      open.repeat(levels) + close.repeat(levels);
    const bodies: [string, string | Uint8Array][] = [
      ...(route.needsBody ? [["nothing", ""] as [string, string]] : []),
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
    for (const [what, raw] of bodies) expectRefusal(what, await send(raw));
    expect(await ownedRows(sql, ada.id)).toEqual(before);
  });
});
