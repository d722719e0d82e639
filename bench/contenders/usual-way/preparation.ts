import { openDatabase } from "../../../test/support/database.ts";

/**
 * What whoever goes the usual way adds to the same tables: their own table of API keys, which only the service role may
 * read, and a view that says who is due, since REST cannot compute it. Both are as cheap as they can be made.
 */
const statements = `
  create table kith.usual_api_keys (key_hash text primary key, user_id uuid not null);
  alter table kith.usual_api_keys enable row level security;
  revoke all on kith.usual_api_keys from anon, authenticated;
  grant select on kith.usual_api_keys to service_role;
  insert into kith.usual_api_keys select encode(hash, 'hex'), owner_id from kith_private.api_keys;
  analyze kith.usual_api_keys;
  create view kith.contacts_in_touch with (security_invoker = true) as
    select c.*, contact_frequency_days is not null
      and (coalesce(c.last_contacted_at, c.created_at) at time zone 'UTC')::date + c.contact_frequency_days
        <= (now() at time zone 'UTC')::date as needs_contact
    from kith.contacts c;
  revoke all on kith.contacts_in_touch from anon;
  grant select on kith.contacts_in_touch to authenticated, service_role;
  notify pgrst, 'reload schema'`;

/** Adds it. */
export async function prepareUsualWay(adminDatabaseUrl: string): Promise<void> {
  const sql = openDatabase(adminDatabaseUrl);
  try {
    for (const statement of statements.split(/;\n/)) await sql.query(statement);
  } finally {
    await sql.end();
  }
}
