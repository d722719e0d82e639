import { escapeIdentifier, escapeLiteral } from "pg";
import { identifier, openDatabase, type Sql } from "../../../test/support/database.ts";
import { withServerFile } from "../../server-file.ts";

/** A database on the server of the seed, and the seed's own beside it. */
export interface AlternativeDatabase {
  /** As the role that owns it, which is no superuser. */
  url: string;
  /** Copies rows of the seed. `columns` are pairs: a column here and what it is there. */
  copy(table: string, columns: [name: string, expression: string][], from: string): Promise<number>;
  sql: Sql;
  close(): Promise<void>;
}

/**
 * Makes an empty database for one of them, with the same defaults as the seed's (sort order included). A database and not
 * a schema: they take the whole of `public` for themselves, and their statements stay apart from Kith's.
 */
export async function makeDatabase(
  adminDatabaseUrl: string,
  name: string,
): Promise<AlternativeDatabase> {
  const unlimited = { options: "-c statement_timeout=0" };
  const seed = openDatabase(adminDatabaseUrl, 1, unlimited);
  await seed`drop database if exists ${identifier(name)} with (force)`;
  await seed`drop role if exists ${identifier(name)}`;
  await seed`create role ${identifier(name)} login password 'bench'`;
  await seed`create database ${identifier(name)} owner ${identifier(name)}`;
  const url = new URL(adminDatabaseUrl);
  url.pathname = `/${name}`;
  const admin = openDatabase(url.href, 1, unlimited);
  // As in Kith's own search: accents do not matter.
  await admin`create extension unaccent`;

  url.username = name;
  url.password = "bench";
  const sql = openDatabase(url.href, 1, { options: "-c synchronous_commit=off" });
  return {
    url: url.href,
    sql,
    async copy(table, columns, from) {
      const to = columns.map(([column]) => escapeIdentifier(column)).join(", ");
      const values = columns.map(([, expression]) => expression).join(", ");
      return await withServerFile(async (path) => {
        const file = escapeLiteral(path);
        await seed.query(`copy (select ${values} from ${from}) to ${file}`);
        const { rowCount } = await admin.query(
          `copy ${escapeIdentifier(table)} (${to}) from ${file}`,
        );
        return rowCount ?? 0;
      });
    },
    async close() {
      await Promise.all([seed, admin, sql].map((database) => database.end()));
    },
  };
}

/** Names of the columns that are derived, and of those that they are derived from. */
export interface DerivedColumns {
  table: string;
  displayName: string;
  searchText: string;
  nextContactOn: string;
  firstName: string;
  lastName: string;
  nickname: string;
  company: string;
  jobTitle: string;
  emails: string;
  phones: string;
  description: string;
  frequency: string;
  lastContactedAt: string;
  createdAt: string;
}

/**
 * Neither of them derives anything by itself. A trigger costs less than code in the server (Parse's Cloud Code, a hook of
 * Directus), so it is what they get: the display name, what is searched, and when the next contact is due.
 */
export async function deriveByTrigger(sql: Sql, names: DerivedColumns): Promise<void> {
  const c = Object.fromEntries(
    Object.entries(names).map(([key, name]) => [key, `new."${name}"`]),
  ) as unknown as DerivedColumns;
  const values = (list: string) =>
    `(select string_agg(item ->> 'value', E'\\n') from jsonb_array_elements(
      coalesce(${list}::jsonb, '[]'::jsonb)) item)`;
  await sql.query(`
    create function derive_contact() returns trigger language plpgsql as $$
    begin
      ${c.displayName} := coalesce(${c.firstName} || ' ' || ${c.lastName}, ${c.firstName}, ${c.lastName},
        ${c.nickname}, ${c.company});
      ${c.searchText} := lower(unaccent(concat_ws(E'\\n', ${c.firstName}, ${c.lastName}, ${c.nickname}, ${c.company},
        ${c.jobTitle}, ${values(c.emails)}, regexp_replace(${
    values(c.phones)
  }, '[^0-9\\n]', '', 'g'),
        ${c.description})));
      ${c.nextContactOn} := (coalesce(${c.lastContactedAt}, ${c.createdAt}) at time zone 'UTC')::date
        + ${c.frequency}::integer;
      return new;
    end $$;
    create trigger derive_contact before insert or update on "${names.table}"
      for each row execute function derive_contact();
  `);
}
