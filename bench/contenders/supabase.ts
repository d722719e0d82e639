// The usual ways on Supabase: an Edge Function as its guides show it, and the REST interface.
import { type Bench, startDeno } from "../stack.ts";
import { type Ask, type Contender, requestsBelow, rowOf, titleOf } from "./contender.ts";

/**
 * What the usual way adds to the same tables: a table of API keys, which only the service role may
 * read, and a view that says who is due, since REST cannot compute it. Both are as fast as they can be.
 */
const additions = `
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

/** An Edge Function as Supabase's guides show it, over the same tables, asked on its own port like Kith's. */
export async function usualWay({ stack, sql }: Bench): Promise<Contender> {
  for (const statement of additions.split(";\n")) await sql.query(statement);
  const script = new URL("./usual-way-function.ts", import.meta.url);
  const server = await startDeno(script, stack.environment);
  const one = ({ contactId }: Ask) => `contacts/${contactId}`;
  return {
    name: "usual way",
    promise: { read: 2, write: 2 },
    origin: server.url,
    request: requestsBelow("/usual/", {
      "list 50": () => ["GET", "contacts"],
      "search": ({ person }) => ["GET", `contacts?search=${encodeURIComponent(person.word)}`],
      "needsContact": () => ["GET", "contacts?needsContact=true"],
      "get": (ask) => ["GET", one(ask)],
      "create": (ask) => ["POST", "contacts", rowOf(ask)],
      "patch": (ask) => ["PATCH", one(ask), titleOf(ask)],
      "notes of a month": ({ from, after }) => ["GET", `notes?from=${from}&after=${after}`],
    }, ({ token }) => ({ token })),
    read: ({ data, total }) => ({ rows: [data].flat(), total }),
  };
}

/**
 * The REST interface of `@supabase/lite` with an access token, as supabase-js in an app asks it: row-level security decides
 * which rows are seen. It runs in the process of the stack's gateway, and does not know Kith's API keys. It reads the
 * view of the usual way.
 */
export function rest({ stack }: Bench): Contender {
  const page = "select=*&limit=50&order=display_name.asc,id.asc";
  const one = ({ contactId }: Ask) => `contacts?select=*&id=eq.${contactId}`;
  const schema = { "accept-profile": "kith", "content-profile": "kith" };
  return {
    name: "REST of `@supabase/lite`",
    promise: { read: 1, write: 1 },
    credential: "access token",
    origin: stack.url,
    request: requestsBelow("/rest/v1/", {
      "list 50": () => ["GET", `contacts?${page}`],
      "search": ({ person }) => {
        return ["GET", `contacts?${page}&search_text=like.*${encodeURIComponent(person.word)}*`];
      },
      "needsContact": () => ["GET", `contacts_in_touch?${page}&needs_contact=is.true`],
      "get": (ask) => ["GET", one(ask)],
      "create": (ask) => ["POST", "contacts?select=*", rowOf(ask)],
      "patch": (ask) => ["PATCH", one(ask), titleOf(ask)],
      "notes of a month": ({ from, after }) => {
        const month = `and=(occurred_at.gte.${from},occurred_at.lt.${after})`;
        return ["GET", `notes?select=*&limit=50&order=occurred_at.desc,id.desc&${month}`];
      },
    }, ({ token, operation }) => {
      const writes = operation === "create" || operation === "patch";
      const prefer = writes ? "return=representation" : "count=exact";
      return { token, headers: { apikey: stack.publishableKey, ...schema, prefer } };
    }),
    read: (rows) => ({ rows }),
  };
}
