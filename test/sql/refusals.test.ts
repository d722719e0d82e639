import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { isProblemCode, type ProblemCode } from "../../functions/kith/core/problem.ts";
import { refusedByDatabase } from "../../functions/kith/core/problems.ts";
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

/** What SQL words itself: texts in quotation marks that are sentences. */
const sentences = found(/'([A-Z][^'\n]* [^'\n]*\.)'/g);

describe("each code that the database refuses with", () => {
  it("is found", () => expect(codes.length).toBeGreaterThan(10));

  it.each(codes)("%s is one of the catalogue, whose status and words the function has", (code) => {
    expect(isProblemCode(code)).toBe(true);
    const problem = refusedByDatabase({ code }, null, null);
    expect([problem.code, problem.message]).toEqual([code, expect.stringMatching(/^[A-Z].*\.$/)]);
  });

  it.each(
    codes.filter((code) =>
      !["internal", "unauthorized", "not_found", "invalid_photo_path"].includes(code)
    ),
  )(
    "%s reaches the client with other words where the database has them",
    (code) => {
      expect(refusedByDatabase({ code, detail: "More to say." }, null, null).message).toBe(
        "More to say.",
      );
    },
  );

  it("those whose words never change are sent without any", () => {
    expect(found(/fail\('(?:internal|unauthorized|not_found|invalid_photo_path)'([^)]+)\)/g))
      .toEqual([]);
  });

  it.each(["required", "invalid_reference"] as const)(
    "an error %s without a message is given one",
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

describe("a sentence", () => {
  it("of SQL stands there once", () => {
    expect(sentences.length).toBeGreaterThan(1);
    expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual(
      [],
    );
  });

  it("of SQL is not one of the function's too", async () => {
    const folder = new URL("../../functions/kith/", import.meta.url);
    const names = (await readdir(folder, { recursive: true })).filter((name) =>
      name.endsWith(".ts")
    );
    const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), "utf8")));
    const twice = sentences.filter((sentence) => texts.some((text) => text.includes(sentence)));
    expect(twice).toEqual([]);
  });
});
