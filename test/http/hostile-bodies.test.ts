import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import type { Answer } from "../support/client.ts";
import { unstorableTexts } from "../support/odd-texts.ts";
import { ownedRows } from "../support/owned-rows.ts";
import { exampleBody } from "../support/route-examples.ts";
import { fill, successfulRequest, type TestRoute, tokenRoutes } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const json = { "content-type": "application/json" };
let ada: Account;

beforeAll(async () => {
  ada = await signUp();
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
      ...unstorableTexts.map((text) => JSON.stringify(text)),
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

describe("nesting", () => {
  it("is refused for itself below 32 levels, whatever stands there", async () => {
    const nested = (levels: number) => `{"x":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    const codeOf = async (levels: number) =>
      (await ada.post("/notes", undefined, { raw: nested(levels), headers: json })).body.code;
    expect(await codeOf(31)).toBe("validation_failed");
    expect(await codeOf(32)).toBe("invalid_json");
    expect(await codeOf(100_000)).toBe("invalid_json");
  });
});

describe("a member given twice", () => {
  it("counts as it was said last, and is judged by nothing else", async () => {
    const raw = '{"firstName":"First","firstName":"Last"}';
    const answer = await ada.post("/contacts", undefined, { raw, headers: json });
    expect(expectStatus(answer, 201).firstName).toBe("Last");
    const refused = '{"firstName":"First","firstName":5}';
    expectRefusal("twice", await ada.post("/contacts", undefined, { raw: refused, headers: json }));
  });
});

describe("a body of a megabyte that is wrong in thousands of places", () => {
  const many = (item: string, count: number) => Array(count).fill(item).join(",");
  const members = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":1`).join(",");
  const send = (raw: string) => ada.post("/contacts", undefined, { raw, headers: json });

  it("is answered with 100 violations, and that there are more", async () => {
    const { status, body } = await send(`{"firstName":"A",${members(900)}}`);
    expect([status, body.code, body.errors.length]).toEqual([400, "validation_failed", 100]);
    expect(body.detail).toBe(
      "The request is not valid. The first 100 violations are listed; there are more.",
    );
    const unstorable = await send(
      `{"firstName":"A","networkIds":[${many('"\\u0000"', 90_000)}]}`,
    );
    expect(unstorable.body.errors).toHaveLength(100);
  });

  it("has a list judged by its length before its items", async () => {
    const { body } = await send(`{"firstName":"A","emails":[${many('{"value":1}', 80_000)}]}`);
    expect(body.code).toBe("invalid_json");
    const shorter = await send(`{"firstName":"A","emails":[${many('{"value":1}', 21)}]}`);
    expect(shorter.body.errors).toEqual([
      { in: "body", pointer: "/emails", code: "too_long", message: "Must have at most 20 items." },
    ]);
  });

  it.each([
    ["members", () => `{${members(1_001)}}`],
    ["members, inside", () => `{"firstName":"A","emails":[{"value":"a@b.c",${members(1_001)}}]}`],
    ["objects", () => `{"firstName":"A","x":[${many("{}", 50_001)}]}`],
    ["lists", () => `{"firstName":"A","x":[${many("[]", 50_001)}]}`],
  ])("is refused as a whole for too many %s", async (_, raw) => {
    const { status, body } = await send(raw());
    expect([status, body.code]).toEqual([400, "invalid_json"]);
    expect(body.detail).toMatch(/more than (1000 members|50000 objects and arrays)/);
  });
});
