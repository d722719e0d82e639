import { describe, expect, it } from "vitest";
import {
  isProblemCode,
  type ProblemCode,
  refusedByDatabase,
} from "../../functions/kith/core/problems.ts";
import { superuser } from "../support/sql.ts";

/** Refusals of the database: statuses and words belong to the function, SQL only sends codes and what only it can say. */
const sql = superuser();
const source = (await sql<{ body: string }[]>`
  select p.prosrc as body from pg_proc p
   where p.pronamespace in ('kith'::regnamespace, 'kith_api'::regnamespace, 'kith_private'::regnamespace)`)
  .map(({ body }) => body).join("\n");

const found = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, text]) => text!);

const codes = [
  ...new Set([
    ...found(/fail\('(\w+)'/g),
    ...found(/\bcode := '(\w+)'/g),
    ...found(/\{"code":"(\w+)"\}/g),
  ]),
] as ProblemCode[];

describe("each code that the database refuses with", () => {
  const refuse = (code: ProblemCode, detail?: string) =>
    refusedByDatabase(detail === undefined ? { code } : { code, detail }, null, null);
  const fixed = ["internal", "unauthorized", "not_found", "invalid_photo_path"];

  it("is one of the catalogue, whose status and words the function has", () => {
    expect(codes.length).toBeGreaterThan(10);
    expect(codes.filter((code) => !isProblemCode(code))).toEqual([]);
    expect(codes.filter((code) => refuse(code).code !== code)).toEqual([]);
    expect(codes.filter((code) => !/^[A-Z].*\.$/.test(refuse(code).message))).toEqual([]);
  });

  it("reaches the client with the words of the database where it has some", () => {
    const others = codes.filter((code) => !fixed.includes(code));
    expect(others.filter((code) => refuse(code, "More to say.").message !== "More to say."))
      .toEqual([]);
  });

  it.each(["required", "invalid_reference"] as const)(
    "is given words where an error %s has none",
    (code) => {
      const error = { in: "body", pointer: "/name", code } as const;
      const { errors } = refusedByDatabase(
        { code: "validation_failed", errors: [error] },
        null,
        null,
      );
      expect(errors).toEqual([{ ...error, message: expect.stringMatching(/^[A-Z].*\.$/) }]);
    },
  );
});
