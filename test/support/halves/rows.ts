import { identifier, type Sql } from "../database.ts";
import type { World } from "./world.ts";

/** All rows of an account that its key must not change: those of the right half and of nobody, as text. */
export async function foreignRows(sql: Sql, world: World): Promise<string[]> {
  const names = ["contacts", "networks", "notes", "reminders"].flatMap((each) =>
    world.namesOf(each)
  );
  const ids = names.filter((name) => !name.startsWith("left ")).map((name) => world.id(name));
  const rows: string[] = [];
  for (const table of ["contacts", "networks", "notes", "reminders"]) {
    const found = await sql`
      select t::text as row from ${
      identifier("kith", table)
    } t where id = any (${ids}) order by id`;
    rows.push(...found.map(({ row }) => `${table} ${row}`));
  }
  const memberships = await sql`
    select t::text as row from kith.contact_networks t
     where network_id = any (${ids}) or contact_id = any (${ids}) order by contact_id, network_id`;
  return [...rows, ...memberships.map(({ row }) => `contact_networks ${row}`)];
}
