import type { BenchRequest } from "../load.ts";
import { type Bench, startDeno } from "../stack.ts";
import { type Ask, type Contender, rowOf } from "./contender.ts";

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
    ask: Ask,
    method: "GET" | "POST" | "PATCH",
    path: string,
    body?: unknown,
  ): BenchRequest => ({
    method,
    path: `/usual/${path}`,
    token: ask.token,
    body,
  });
  return {
    name: "usual way",
    promise: { read: 2, write: 2 },
    origin: server.url,
    requests: {
      "list 50": (ask) => send(ask, "GET", "contacts"),
      "search": (ask) => send(ask, "GET", `contacts?search=${encodeURIComponent(ask.person.word)}`),
      "needsContact": (ask) => send(ask, "GET", "contacts?needsContact=true"),
      "get": (ask) => send(ask, "GET", `contacts/${ask.contactId}`),
      "create": (ask) => send(ask, "POST", "contacts", rowOf(ask)),
      "patch": (ask) =>
        send(ask, "PATCH", `contacts/${ask.contactId}`, { job_title: ask.jobTitle }),
      "notes of a month": (ask) => send(ask, "GET", `notes?from=${ask.from}&after=${ask.after}`),
    },
    read: ({ data, total }: { data: { id: string }; total?: number }) => ({
      rows: [data].flat(),
      total,
    }),
  };
}
