import { describe, expect, it } from "vitest";
import { superuser } from "../support/sql.ts";

/** Who may execute and touch what, and by which policies: rules that always hold, and a snapshot of all of it. */
const sql = superuser();

const schemas = ["kith", "kith_private", "kith_api"];
/** Every role by which a request from outside can arrive, and the roles of Auth and Storage. */
const roles = [
  "anon",
  "authenticated",
  "service_role",
  "authenticator",
  "supabase_auth_admin",
  "supabase_storage_admin",
];
/** Functions of ours: those in our schemas that no extension has brought. */
const ourFunctions = `
  pg_proc p join pg_namespace n on n.oid = p.pronamespace
   and n.nspname = any ('{${schemas}}')
   and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
const ourRelations = `
  pg_class c join pg_namespace n on n.oid = c.relnamespace
   and n.nspname = any ('{${schemas}}') and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')`;

async function lines(query: string): Promise<string[]> {
  const { rows } = await sql.query<{ line: string }>(query);
  return rows.map(({ line }) => line);
}

describe("always", () => {
  it("anon and everybody may use no schema, execute no function, and touch no table, view or column", async () => {
    expect(
      await lines(`
        select n.nspname as line from pg_namespace n
         where n.nspname = any ('{${schemas}}') and has_schema_privilege('anon', n.oid, 'usage')
        union all
        select p.oid::regprocedure::text from ${ourFunctions} and has_function_privilege('anon', p.oid, 'execute')
        union all
        select c.oid::regclass::text from ${ourRelations}
           and exists (select from aclexplode(c.relacl) acl where acl.grantee in (0, 'anon'::regrole))
        union all
        select c.oid::regclass || '.' || a.attname from ${ourRelations} join pg_attribute a on a.attrelid = c.oid
           and exists (select from aclexplode(a.attacl) acl where acl.grantee in (0, 'anon'::regrole))`),
    ).toEqual([]);
  });

  it("a function with its owner's rights that clients may execute names auth.uid()", async () => {
    const definer = `
      select p.oid::regprocedure::text as line from ${ourFunctions}
       and p.prosecdef and p.prorettype <> 'trigger'::regtype and has_function_privilege('authenticated', p.oid, 'execute')`;
    expect((await lines(definer)).length).toBeGreaterThan(5);
    expect(await lines(`${definer} and p.prosrc not like '%auth.uid()%'`)).toEqual([]);
  });

  it("no client may execute handle, which believes what it is told of the credential", async () => {
    const may = `
      select r as line from unnest('{${roles},postgres}'::text[]) r
       where has_function_privilege(r, 'kith_private.handle(jsonb,text,jsonb,integer)', 'execute')`;
    expect(await lines(may)).toEqual(["postgres"]);
  });

  it("nobody reads the hashes of a key", async () => {
    expect(
      await lines(`
        select r || ' ' || c as line from unnest('{${roles}}'::text[]) r, unnest('{hash,previous_hash}'::text[]) c
         where has_column_privilege(r, 'kith_private.api_keys', c, 'select')`),
    ).toEqual([]);
  });

  it("nobody adds anything to our schemas", async () => {
    expect(
      await lines(`
        select r || ' ' || n.nspname as line from pg_namespace n, unnest('{${roles}}'::text[]) r
         where n.nspname = any ('{${schemas}}') and has_schema_privilege(r, n.oid, 'create')`),
    ).toEqual([]);
  });

  it("everything belongs to postgres, which is no superuser, and views read with the rights of their reader", async () => {
    expect(
      await lines(`
        select c.oid::regclass::text as line from ${ourRelations} and (c.relowner <> 'postgres'::regrole
            or c.relkind in ('v', 'm') and not coalesce(c.reloptions @> '{security_invoker=true}', false))
        union all
        select p.oid::regprocedure::text from ${ourFunctions} and p.proowner <> 'postgres'::regrole
        union all
        select rolname from pg_roles where rolname = 'postgres' and rolsuper`),
    ).toEqual([]);
  });
});

const nameOf = "concat(n.nspname, '.', c.relname)";
const may = "string_agg(p, ', ' order by place)";
const everyRole = `unnest('{${roles}}'::text[]) r`;

/** What each table and view is, and what each role may do with it: with all of it, or with these columns. */
const relationLines = `
  select ${nameOf} as name, 1 as part, 0 as place, concat(
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' when 'f' then 'foreign table' else 'table' end,
      case when c.relrowsecurity then ' with row-level security' end) as line
    from ${ourRelations}
  union all
  select ${nameOf}, 2, 0, r || ': ' || ${may}
    from ${ourRelations}, ${everyRole},
      unnest('{select,insert,update,delete,truncate,references,trigger,maintain}'::text[]) with ordinality privilege (p, place)
   where c.relkind <> 'S' and has_table_privilege(r, c.oid, p) group by 1, r
  union all
  select ${nameOf}, 3, a.attnum, r || ', column ' || a.attname || ': ' || ${may}
    from ${ourRelations} join pg_attribute a on a.attrelid = c.oid and not a.attisdropped, ${everyRole},
      unnest('{select,insert,update,references}'::text[]) with ordinality privilege (p, place)
   where c.relkind <> 'S' and has_column_privilege(r, c.oid, a.attnum, p) and not has_table_privilege(r, c.oid, p)
   group by 1, r, a.attnum, a.attname`;

/** Policies of our tables, and ours on the tables of Storage. */
const policyLines = `
  select concat(schemaname, '.', tablename), 4, 0, concat(lower(nullif(permissive, 'PERMISSIVE')) || ' ',
      'policy "', policyname, '" for ', lower(cmd), ' to ', array_to_string(roles, ', '),
      E'\\n    using ' || regexp_replace(qual, '\\s+', ' ', 'g'), E'\\n    check ' || regexp_replace(with_check, '\\s+', ' ', 'g'))
    from pg_policies where schemaname = any ('{${schemas}}') or policyname like 'Kith%'`;

/** Triggers of our tables, and ours on the tables of Auth. */
const triggerLines = `
  select ${nameOf}, 5, 0, concat('trigger ', t.tgname, case when t.tgenabled <> 'O' then ' (' || t.tgenabled::text || ')' end, ': ',
      regexp_replace(pg_get_triggerdef(t.oid), '^CREATE TRIGGER \\S+ (.*?) ON \\S+', '\\1'))
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where not t.tgisinternal and (n.nspname = any ('{${schemas}}') or t.tgfoid::regproc::text ~ '^kith')`;

/** Line by line, so that a reviewer reads a change as a diff. */
async function snapshot(): Promise<string> {
  const { rows } = await sql.query<{ name: string; line: string }>(
    `select * from (${relationLines} union all ${policyLines} union all ${triggerLines}) each_line
      order by name collate "C", part, place, line collate "C"`,
  );
  const relations = rows.map(({ name, line }, index) =>
    name === rows[index - 1]?.name ? `  ${line}` : `\n${name}: ${line}`
  );
  const text = [
    "What each role may do with the schemas of Kith, and the policies and triggers of its tables.",
    "test/sql/privileges.test.ts compares the database with this file, and says how to write it.",
    "",
    ...await lines(`
      select format('schema %s: %s', n.nspname, string_agg(r, ', ' order by r)) as line
        from pg_namespace n, ${everyRole}
       where n.nspname = any ('{${schemas}}') and has_schema_privilege(r, n.oid, 'usage')
       group by n.nspname order by n.nspname`),
    "",
    ...(await lines(`
      select concat(n.nspname, '.', p.proname, '(', oidvectortypes(p.proargtypes), ')', case when p.prosecdef then ' security definer' end,
          ': ', coalesce(nullif(array_to_string(array(
            select r from ${everyRole} where has_function_privilege(r, p.oid, 'execute')), ', '), ''), 'nobody')) as line
        from ${ourFunctions}`)).sort(),
    ...relations,
    "",
  ].join("\n");
  return text.replace(/\( SELECT (\w+\.\w+\([^()]*\)) AS \w+\)/g, "(select $1)");
}

it("privileges.snap.txt has every function, table, view, policy and trigger, and who may do what with it", async () => {
  const found = await snapshot();
  await expect(found).toMatchFileSnapshot("privileges.snap.txt").catch((error) => {
    error.message +=
      "\nIf this is meant, run `npx vitest run test/sql/privileges.test.ts -u` and commit the file." +
      " A reviewer has to read its diff line by line: each line lets somebody in.";
    throw error;
  });
});
