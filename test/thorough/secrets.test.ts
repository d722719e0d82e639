import { expect, inject, it } from "vitest";
import { makeKey, signUp } from "../support/accounts.ts";
import { findSecrets } from "../support/secrets.ts";
import { superuser } from "../support/sql.ts";

// Every run ends with this search, which reads the whole database.
it("the search for secrets finds those that there are", async () => {
  const sql = superuser();
  const ada = await signUp();
  const { key } = await makeKey(ada);
  const { secretsFile, adminDatabaseUrl } = inject("stack");
  const { id } = await ada.make("/notes", { content: `The key is ${key}.` });
  const search = (lines: string[]) =>
    findSecrets({ secretsFile, databaseUrl: adminDatabaseUrl, logs: { "a log": lines } });
  const found = await search([`{"token":"${ada.token}"}`]);
  expect(found).toContain(`a log: ${ada.token.slice(0, 12)}…`);
  expect(found).toContain(`kith.notes: ${key.slice(0, 12)}…`);
  expect((await ada.delete(`/notes/${id}`)).status).toBe(204);
  expect((await ada.delete("/activity")).status).toBe(204);
  await sql`delete from kith_private.idempotent_requests where owner_id = ${ada.id}`;
});
