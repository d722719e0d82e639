import type { Client } from "pg";
import { expect, it } from "vitest";
import { checkPostgresVersion } from "../../supabase/deploy/database.ts";
import { asPostgres } from "../support/sql.ts";

const answering = (server_version_num: string) =>
  ({ query: () => Promise.resolve({ rows: [{ server_version_num }] }) }) as unknown as Client;

it("a deployment to a Postgres before 17 ends with what to do, and one to a newer one goes on", async () => {
  for (const version of ["150008", "160011"]) {
    await expect(checkPostgresVersion(answering(version))).rejects.toThrow(
      `Postgres ${
        version.slice(0, 2)
      } and Kith needs 17 or newer; nothing was changed. Upgrade it first`,
    );
  }
  for (const version of ["170000", "180001"]) await checkPostgresVersion(answering(version));
  await checkPostgresVersion(asPostgres() as unknown as Client);
});
