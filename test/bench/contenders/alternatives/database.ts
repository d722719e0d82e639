import { pipeline } from "node:stream/promises";
import postgres, { type Sql } from "postgres";

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
  const options = { max: 1, onnotice: () => {}, connection: { statement_timeout: 0 } };
  const seed = postgres(adminDatabaseUrl, options);
  await seed`drop database if exists ${seed(name)} with (force)`;
  await seed`drop role if exists ${seed(name)}`;
  await seed`create role ${seed(name)} login password 'bench'`;
  await seed`create database ${seed(name)} owner ${seed(name)}`;
  const admin = new URL(adminDatabaseUrl);
  admin.pathname = `/${name}`;
  const setup = postgres(admin.href, options);
  // As in Kith's own search: accents do not matter.
  await setup`create extension unaccent`;
  await Promise.all([seed.end(), setup.end()]);

  const own = new URL(admin.href);
  own.username = name;
  own.password = "bench";
  const sql = postgres(own.href, { ...options, connection: { synchronous_commit: "off" } });
  return {
    url: own.href,
    sql,
    async copy(table, columns, from) {
      const here = columns.map(([column]) => `"${column}"`).join(", ");
      const there = columns.map(([, expression]) => expression).join(", ");
      // A connection for each: the driver does not get back to one that was read from like this.
      const seed = postgres(adminDatabaseUrl, options);
      await pipeline(
        await seed.unsafe(`copy (select ${there} from ${from}) to stdout`).readable(),
        await sql.unsafe(`copy "${table}" (${here}) from stdin`).writable(),
      ).finally(() => seed.end({ timeout: 0 }));
      const [row] = await sql.unsafe(`select count(*)::int as rows from "${table}"`);
      return row!["rows"];
    },
    close: () => sql.end(),
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
  await sql.unsafe(`
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
