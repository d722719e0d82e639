import { beforeAll, describe, expect, it } from "vitest";
import { type Account, signUp } from "../support/accounts.ts";
import type { Answer } from "../support/client.ts";
import { unstorableTexts } from "../support/odd-texts.ts";
import { ownedRows } from "../support/owned-rows.ts";
import { exampleBody } from "../support/route-examples.ts";
import { fill, successfulRequest, type TestRoute, triedRoutes } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const json = { "content-type": "application/json" };
let ada: Account;

beforeAll(async () => {
  ada = await signUp();
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
describe.each(triedRoutes.filter(({ takesBody }) => takesBody))("$name", (route) => {
  let path = "";
  beforeAll(async () => {
    path = (await pathTo(route)).path;
  });
  const send = async (raw: string | Uint8Array): Promise<Answer> => {
    return await ada.send(route.method, path, undefined, { raw, headers: json });
  };

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
    for (const [what, raw] of bodies) {
      const options = { raw, headers: json };
      expectRefusal(what, await ada.send(route.method, path, undefined, options));
    }
    expect(await ownedRows(sql, ada.id)).toEqual(before);
  });

  it("takes hostile values of every member, or refuses them", async () => {
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
