import { expect, it } from "vitest";
import { requiredSchemaVersion } from "../../functions/kith/db/schema-version.ts";
import { signUp } from "../support/accounts.ts";
import { asPostgres } from "../support/sql.ts";

const sql = asPostgres();

it("the function needs the schema version that the database has", async () => {
  const [row] = await sql`select kith_private.schema_version() as version`;
  expect(row).toEqual({ version: requiredSchemaVersion });
});

it("a function that needs a later schema is refused before anything is run, and the log says why", async () => {
  const ada = await signUp();
  const credential = JSON.stringify({ kind: "access_token", sub: ada.id });
  const network = JSON.stringify({ body: { name: "Not made" } });
  const [answer] = await sql`
    select status, body, log
      from kith_private.handle(${credential}, 'create_network', ${network}, ${
    requiredSchemaVersion + 1
  })`;
  expect(answer).toEqual({
    status: null,
    body: '{"code":"unavailable"}',
    log: `The function needs schema version ${
      requiredSchemaVersion + 1
    } and the database has ${requiredSchemaVersion}: push the migrations (npm run deploy).`,
  });
  expect((await ada.get("/networks")).body.total).toBe(0);
});
