import { readFile } from "node:fs/promises";
import { expect, inject, it } from "vitest";
import { generateTypes, typesFile } from "../../tools/types.ts";

it("supabase/database.types.ts says what the database is (if not: npm run types)", async () => {
  const generated = await generateTypes(inject("stack").databaseUrl);
  expect(generated).toContain('"contacts": {');
  expect(await readFile(typesFile, "utf8")).toBe(generated);
});
