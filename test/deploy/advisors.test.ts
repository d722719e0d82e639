import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { supabaseCli } from "../../supabase/deploy/cli.ts";
import { copyProject } from "../../supabase/deploy/project-copy.ts";
import { type BareDatabase, startBareDatabase } from "../support/bare-database.ts";
import { keepBusy } from "../support/busy-project.ts";

/**
 * What the dashboard's advisors say, by `supabase db advisors`. Some of it depends on use (an index that nothing has
 * used), so the project has been used: what is then said of an index is that no request needs it.
 */
let database: BareDatabase;

async function advise(): Promise<string[]> {
  const copy = await copyProject();
  try {
    const result = await supabaseCli(copy.folder, { PGPASSWORD: "postgres" })(
      "db",
      "advisors",
      `--remote=${database.url.replace(":postgres@", "@")}?sslmode=disable`,
      "--type=all",
      "--level=info",
      "--fail-on=none",
    );
    expect(result.output).toMatch(/No issues found|\[\s*\{/);
    return [...result.stdout.matchAll(/"detail": "(.*)"/g)].map((match) => match[1]!);
  } finally {
    await copy.remove();
  }
}

afterAll(() => database?.remove());
beforeAll(async () => {
  database = await startBareDatabase();
  await database.push();
  await keepBusy(database.superuser, database.postgres);
  // Writing and logging tens of thousands of rows takes longer than other set-ups, most of all beside other tests.
}, 300_000);

describe("the advisors, for security and performance, down to what is only for information", () => {
  it("say nothing at all of a project in use", async () => {
    expect(await advise()).toEqual([]);
  });

  it("do say what is wrong where something is", async () => {
    await database.postgres`create table public.open_to_all (id bigint primary key)`;
    await database.postgres`drop policy "Owners read their notes" on kith.notes`;
    await database.postgres`drop index kith.notes_contact_id_idx`;
    const said = (await advise()).join("\n");
    expect(said).toContain("open_to_all");
    expect(said).toContain("notes");
  });
});
