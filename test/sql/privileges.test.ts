import { describe, expect, it } from "vitest";
import { superuser } from "../support/sql.ts";

/**
 * Who may execute and touch what, reviewed: whatever is added to one of our schemas has to be entered here, under the
 * reason for which it may be reached, or this file fails.
 */
const sql = superuser();

/** Every role by which a request from outside can arrive, and Auth's and Storage's own. */
const roles = [
  "anon",
  "authenticated",
  "service_role",
  "authenticator",
  "supabase_auth_admin",
  "supabase_storage_admin",
];

interface Reviewed {
  why: string;
  may: string[];
  /** Whether they run with the rights of their owner, who looks past row-level security. */
  definer: boolean;
  functions: string[];
}

const reviewed: Reviewed[] = [
  {
    why: "operations of the API: run as the owner of the credential, under row-level security",
    may: ["authenticated"],
    definer: false,
    functions: [
      "api.add_network_contact(jsonb)",
      "api.attach_photo(jsonb)",
      "api.create_api_key(jsonb)",
      "api.create_contact(jsonb)",
      "api.create_network(jsonb)",
      "api.create_note_type(jsonb)",
      "api.create_note(jsonb)",
      "api.create_photo_upload(jsonb)",
      "api.create_reminder(jsonb)",
      "api.delete_api_key(jsonb)",
      "api.delete_contact(jsonb)",
      "api.delete_me(jsonb)",
      "api.delete_network(jsonb)",
      "api.delete_note_type(jsonb)",
      "api.delete_note(jsonb)",
      "api.delete_reminder(jsonb)",
      "api.get_contact(jsonb)",
      "api.get_me(jsonb)",
      "api.get_network(jsonb)",
      "api.get_note_type(jsonb)",
      "api.get_note(jsonb)",
      "api.get_reminder(jsonb)",
      "api.list_api_keys(jsonb)",
      "api.list_contacts(jsonb)",
      "api.list_networks(jsonb)",
      "api.list_note_types(jsonb)",
      "api.list_notes(jsonb)",
      "api.list_reminders(jsonb)",
      "api.prepare_photo(jsonb)",
      "api.remove_network_contact(jsonb)",
      "api.update_contact(jsonb)",
      "api.update_me(jsonb)",
      "api.update_network(jsonb)",
      "api.update_note_type(jsonb)",
      "api.update_note(jsonb)",
      "api.update_reminder(jsonb)",
    ],
  },
  {
    why: "helpers that operations call",
    may: ["authenticated"],
    definer: false,
    functions: [
      "private.check_note_references(jsonb)",
      "private.check_references(text[])",
      "private.check_reminder_references(jsonb)",
      "private.check_tag(text,jsonb)",
      "private.count_notes(uuid,timestamp with time zone,timestamp with time zone)",
      "private.fail(text,text,jsonb)",
      "private.local_instant(text,time without time zone)",
      "private.membership_answer(jsonb)",
      "private.not_found()",
      "private.answer_page(found private.page,data json)",
      "private.find_page(source regclass,jsonb,text[],jsonb,text,total bigint,boolean,skipped bigint)",
      "private.gone(boolean)",
      "private.one(body json,smallint)",
      "private.search_condition(jsonb)",
      "private.search_words(text)",
      "private.seek_notes(uuid,boolean,timestamp with time zone,timestamp with time zone,INOUT skipped bigint)",
      "private.set_networks(uuid,jsonb)",
      "private.skipped_by(jsonb)",
      "private.tag(text)",
      "private.time_zone()",
      "private.today()",
    ],
  },
  {
    why: "rules of the tables, which constraints and triggers call as whoever writes",
    may: ["authenticated", "service_role"],
    definer: false,
    functions: [
      "private.are_addresses(jsonb)",
      "private.are_contact_methods(text,jsonb)",
      "private.clean_items(jsonb,text[])",
      "private.folded(text)",
      "private.is_birthday(text)",
      "private.is_contact_method(text,text)",
      "private.is_time_zone(text)",
      "private.search_text(contacts)",
      "private.trimmed(text)",
    ],
  },
  {
    why:
      "reach past row-level security for the current user and for nobody else: each names auth.uid()",
    may: ["authenticated"],
    definer: true,
    functions: [
      "private.delete_account()",
      "private.email()",
      "private.lock_keys()",
      "private.photos_of_account()",
      "private.promise_upload(uuid,text)",
      "private.reserve_photo(uuid,text)",
      "private.set_photo(uuid,text,text)",
    ],
  },
  {
    why: "for whoever administers the project",
    may: ["service_role"],
    definer: true,
    functions: [
      "private.accounts()",
    ],
  },
  {
    why: "for administrators in the SQL editor, who own it",
    may: [],
    definer: false,
    functions: [
      "private.tally_all_notes()",
    ],
  },
  {
    why: "triggers that write what is nobody's to write; triggers cannot be called",
    may: [],
    definer: true,
    functions: [
      "private.create_profile()",
      "private.keep_last_counts()",
      "private.note_type_switched()",
      "private.notes_written()",
      "private.photo_left()",
      "private.tally_notes()",
      "private.touch_contacts()",
      "private.upload_left()",
    ],
  },
  {
    why: "triggers",
    may: [],
    definer: false,
    functions: [
      "private.check_note()",
      "private.check_profile()",
      "private.clean_contact()",
      "private.clean_network()",
      "private.clean_note_type()",
      "private.clean_reminder()",
      "private.limit_api_keys()",
    ],
  },
  {
    why: "the request's own machinery, for the role that the function connects as",
    may: [],
    definer: false,
    functions: [
      "private.count_request(uuid,boolean)",
      "private.derive_last_noted(uuid[],uuid[])",
      "private.due_removals()",
      "private.fingerprint(text,jsonb)",
      "private.forget_removals(text[])",
      "private.handle(jsonb,text,jsonb)",
      "private.identify(jsonb,text)",
      "private.is_repeatable(text,text)",
      "private.keep_counts(uuid,date)",
      "private.note_use(uuid,timestamp with time zone,text)",
      "private.recall(uuid,text,jsonb)",
      "private.refusal(text,text,text,text,text,text,text)",
      "private.remember(uuid,text,jsonb,smallint,text)",
      "private.run(uuid,text,jsonb)",
      "private.violation(text,text,text,text)",
    ],
  },
];
const all = "select, insert, update, delete, truncate, references, trigger, maintain".split(", ");
const write = ["insert", "update", "delete"];

/** What each role may do with a table or view or some column of it; a role that is not named may do nothing. */
const reviewedTables: Record<string, Record<string, string[]>> = {
  "public.contacts": { authenticated: ["select", ...write], service_role: all },
  "public.contact_networks": {
    authenticated: ["select", "insert", "delete"],
    service_role: all,
  },
  "public.networks": { authenticated: ["select", ...write], service_role: all },
  "public.note_types": { authenticated: ["select", ...write], service_role: all },
  "public.notes": { authenticated: ["select", ...write], service_role: all },
  "public.profiles": { authenticated: ["select", "insert", "update"], service_role: all },
  "public.reminders": { authenticated: ["select", ...write], service_role: all },
  "private.api_keys": {
    authenticated: ["select", "insert", "delete"],
    service_role: ["select"],
  },
  "private.api_key_requests": { service_role: ["select"] },
  "private.api_key_days": { service_role: ["select"] },
  "private.idempotent_requests": {},
  "private.note_tallies": { authenticated: ["select"] },
  "private.photo_uploads": {},
  "private.photo_removals": {},
  "private.admin_accounts": { service_role: ["select"] },
  "private.admin_api_keys": { service_role: ["select"] },
  "private.admin_api_key_days": { service_role: ["select"] },
  "api.api_keys": { authenticated: ["select"] },
  "api.contacts": { authenticated: ["select"] },
  "api.networks": { authenticated: ["select"] },
  "api.note_types": { authenticated: ["select"] },
  "api.notes": { authenticated: ["select"] },
  "api.reminders": { authenticated: ["select"] },
};

/** Columns that nobody signed in may write: what they are is derived, or decides whose a row is. */
const reviewedColumns: Record<string, { insert: string; update: string }> = {
  "public.contacts": {
    insert:
      "owner_id first_name last_name nickname company job_title emails phones urls addresses birthday description is_favorite contact_frequency_days last_contacted_by_hand",
    update:
      "first_name last_name nickname company job_title emails phones urls addresses birthday description is_favorite contact_frequency_days last_contacted_by_hand",
  },
  "public.contact_networks": { insert: "owner_id contact_id network_id", update: "" },
  "public.networks": {
    insert: "owner_id name description color",
    update: "name description color",
  },
  "public.note_types": {
    insert: "owner_id name icon color counts_as_contact",
    update: "name icon color counts_as_contact",
  },
  "public.notes": {
    insert: "owner_id contact_id note_type_id content occurred_at",
    update: "contact_id note_type_id content occurred_at",
  },
  "public.profiles": { insert: "owner_id name timezone", update: "name timezone" },
  "public.reminders": {
    insert: "owner_id contact_id title description due_at completed",
    update: "contact_id title description due_at completed",
  },
  "private.api_keys": { insert: "owner_id name key_prefix hash", update: "" },
};

const ours = ["public", "private", "api"];

describe("functions", () => {
  it("may be executed by whom they were reviewed for, and there are no others", async () => {
    const found = await sql<{ name: string; definer: boolean; may: string[] }[]>`
      select n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as name,
             p.prosecdef as definer,
             array(select r from unnest(${roles}::text[]) r where has_function_privilege(r, p.oid, 'execute')) as may
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ${sql(ours)}
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
    const actual = Object.fromEntries(
      found.map(({ name, definer, may }) => [plain(name), { definer, may }]),
    );
    const expected = Object.fromEntries(
      reviewed.flatMap(({ functions, may, definer }) =>
        functions.map((name) => [name, { definer, may }])
      ),
    );
    expect(Object.keys(actual)).toHaveLength(found.length);
    expect(actual).toEqual(expected);
  });

  it("with their owner's rights name the current user, or are triggers, or are for administrators", async () => {
    const bodies = await sql<{ name: string; body: string }[]>`
      select p.proname as name, p.prosrc as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ${sql(ours)} and p.prosecdef and p.prorettype <> 'trigger'::regtype
         and has_function_privilege('authenticated', p.oid, 'execute')`;
    expect(bodies.length).toBeGreaterThan(5);
    const silent = bodies.filter(({ body }) => !body.includes("auth.uid()"));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

/** A function's name with the types of its arguments alone. */
function plain(name: string): string {
  const [, head, list] = /^([^(]+)\((.*)\)$/.exec(name)!;
  const known =
    / (jsonb|text\[\]|text|uuid\[\]|uuid|boolean|smallint|date|contacts|timestamp with time zone|time without time zone)$/;
  const inputs = list!.split(", ").filter((each) => !each.startsWith("OUT "));
  return `${head}(${inputs.map((each) => known.exec(` ${each}`)?.[1] ?? each).join(",")})`;
}

describe("tables and views", () => {
  it("are open to whom they were reviewed for, and there are no others", async () => {
    const found = await sql<{ name: string; role: string; may: string[] }[]>`
      select n.nspname || '.' || c.relname as name, r as role, array(
          select p from unnest(${all}::text[]) p
           where case when p in ('select', 'insert', 'update', 'references')
                      then has_any_column_privilege(r, c.oid, p) else has_table_privilege(r, c.oid, p) end) as may
        from pg_class c join pg_namespace n on n.oid = c.relnamespace, unnest(${roles}::text[]) r
       where n.nspname in ${sql(ours)} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')`;
    const actual: typeof reviewedTables = {};
    for (const { name, role, may } of found) {
      actual[name] ??= {};
      if (may.length > 0) actual[name][role] = may;
    }
    expect(actual).toEqual(reviewedTables);
  });

  it("let those who are signed in write these columns and no others", async () => {
    const found = await sql<{ name: string; insert: string | null; update: string | null }[]>`
      select n.nspname || '.' || c.relname as name,
             string_agg(a.attname, ' ' order by a.attnum)
               filter (where has_column_privilege('authenticated', c.oid, a.attnum, 'insert')) as insert,
             string_agg(a.attname, ' ' order by a.attnum)
               filter (where has_column_privilege('authenticated', c.oid, a.attnum, 'update')) as update
        from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ${
      sql(ours)
    } and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
       group by 1`;
    const words = (text: string | null) => (text ?? "").split(" ").filter(Boolean).sort();
    const actual = found.map(({ name, insert, update }) =>
      [name, { insert: words(insert), update: words(update) }] as const
    ).filter(([, { insert, update }]) => insert.length + update.length > 0);
    const expected = Object.entries(reviewedColumns).map(([name, { insert, update }]) =>
      [name, { insert: words(insert), update: words(update) }] as const
    );
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected));
  });

  it("show the hash of a key to nobody", async () => {
    const found = await sql`
      select r as role from unnest(${roles}::text[]) r
       where has_column_privilege(r, 'private.api_keys', 'hash', 'select')`;
    expect([...found]).toEqual([]);
  });
});

describe("schemas", () => {
  it("may be looked into by these roles, and added to by none of them", async () => {
    const found = await sql<{ name: string; role: string; usage: boolean; create: boolean }[]>`
      select n.nspname as name, r as role, has_schema_privilege(r, n.oid, 'usage') as usage,
             has_schema_privilege(r, n.oid, 'create') as create
        from pg_namespace n, unnest(${roles}::text[]) r where n.nspname in ('private', 'api') order by 1, 2`;
    expect(found.filter((each) => each.create)).toEqual([]);
    expect(found.filter((each) => each.usage).map(({ name, role }) => `${name} ${role}`)).toEqual([
      "api authenticated",
      "private authenticated",
      "private service_role",
    ]);
  });
});
