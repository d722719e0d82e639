import type { BenchRequest } from "../load.ts";
import { type Bench, startDeno } from "../stack.ts";
import { type Ask, type Contender, rowOf, titleOf } from "./contender.ts";

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
  const send = (
    method: BenchRequest["method"],
    pathOf: (ask: Ask) => string,
    body?: (ask: Ask) => object,
  ) =>
  (ask: Ask): BenchRequest => ({
    method,
    path: `/usual/${pathOf(ask)}`,
    token: ask.token,
    body: body?.(ask),
  });
  const one = ({ contactId }: Ask) => `contacts/${contactId}`;
  return {
    name: "usual way",
    promise: { read: 2, write: 2 },
    origin: server.url,
    requests: {
      "list 50": send("GET", () => "contacts"),
      "search": send("GET", ({ person }) => `contacts?search=${encodeURIComponent(person.word)}`),
      "needsContact": send("GET", () => "contacts?needsContact=true"),
      "get": send("GET", one),
      "create": send("POST", () => "contacts", rowOf),
      "patch": send("PATCH", one, titleOf),
      "notes of a month": send("GET", ({ from, after }) => `notes?from=${from}&after=${after}`),
    },
    read: ({ data, total }) => ({ rows: [data].flat(), total }),
  };
}
