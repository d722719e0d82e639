import { type Call, call, toRequest } from "../calls.ts";
import { keyCredential } from "../channels.ts";
import type { BenchRequest } from "../load.ts";
import { type Bench, startDeno } from "../stack.ts";
import type { Ask, Contender, Operation } from "./contender.ts";

const list = (resource: string, query: Call["arguments"]["query"] = {}): Call => ({
  operation: `list_${resource}`,
  arguments: { query: { page: 1, pageSize: 50, ...query } },
});

/** What Kith is asked, and the statement of the bare server: the same. */
const calls: Record<Operation, (ask: Ask) => Call> = {
  "list 50": () => list("contacts"),
  "search": ({ person }) => list("contacts", { search: person.word }),
  "needsContact": () => list("contacts", { needsContact: true }),
  "get": ({ contactId }) => call("get_contact", contactId),
  "create": ({ made }) => call("create_contact", null, made),
  "patch": ({ contactId, jobTitle }) => call("update_contact", contactId, { jobTitle }),
  "notes of a month": ({ from, to }) => list("notes", { from, to }),
};

const ofEach = (request: (call: Call, ask: Ask) => BenchRequest) =>
  Object.fromEntries(
    Object.entries(calls).map(([operation, call]) => [operation, (ask: Ask) =>
      request(call(ask), ask)]
    ),
  ) as Record<Operation, (ask: Ask) => BenchRequest>;

const read: Contender["read"] = (
  body: { data?: { id: string }[]; total?: number; id?: string },
) => ({
  rows: body.data ?? [body as { id: string }],
  total: body.total,
});

/** Kith's own function on its own port, and the limit: a Deno server with nothing around the statement that it sends. */
export async function kithAndBare({ stack }: Bench) {
  const index = new URL("../../functions/kith/index.ts", import.meta.url);
  const kith = await startDeno(index, stack.environment);
  const bare = await startDeno(new URL("./bare-server.ts", import.meta.url), {
    BENCH_DB_URL: stack.databaseUrl,
  });
  const contenders: Contender[] = [{
    name: "Kith",
    origin: kith.url,
    requests: ofEach((call, { token }) => toRequest(call, token)),
    read,
  }, {
    name: "bare Deno server",
    promise: { read: 0.8, write: 0.75 },
    origin: bare.url,
    requests: ofEach((call, { owner: { id, sessionId }, credential, token }) => {
      const whose = credential === "API key"
        ? keyCredential(token)
        : { kind: "access_token", sub: id, sessionId };
      const values = [JSON.stringify(whose), call.operation, JSON.stringify(call.arguments)];
      return { method: "GET", path: `/${values.map(encodeURIComponent).join("/")}` };
    }),
    read,
  }];
  return { contenders, pids: [kith.pid, bare.pid] };
}

const stamp = (value: string) =>
  `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const day =
  "(coalesce(c.last_contacted_at, c.created_at) at time zone 'UTC')::date + c.contact_frequency_days";
const isDue = `${day} <= (now() at time zone 'UTC')::date`;

/** A contact as Kith shows it, in the time zone UTC. */
const contact = `json_build_object(
  'id', c.id, 'firstName', c.first_name, 'lastName', c.last_name, 'nickname', c.nickname, 'company', c.company,
  'jobTitle', c.job_title, 'displayName', c.display_name, 'emails', c.emails, 'phones', c.phones, 'urls', c.urls,
  'addresses', c.addresses, 'birthday', c.birthday, 'description', c.description, 'isFavorite', c.is_favorite,
  'photoUrl', c.photo_path, 'hasPhoto', c.photo_path is not null,
  'networkIds', array(select m.network_id from kith.contact_networks m
    where m.owner_id = c.owner_id and m.contact_id = c.id order by m.network_id),
  'contactFrequencyDays', c.contact_frequency_days, 'lastContactedAt', ${
  stamp("c.last_contacted_at")
},
  'nextContactOn', to_char(${day}, 'YYYY-MM-DD'), 'needsContact', coalesce(${isDue}, false),
  'createdAt', ${stamp("c.created_at")}, 'updatedAt', ${stamp("c.updated_at")})`;

const note = `json_build_object(
  'id', c.id, 'content', c.content, 'contactId', c.contact_id, 'noteTypeId', c.note_type_id,
  'occurredAt', ${stamp("c.occurred_at")}, 'createdAt', ${stamp("c.created_at")}, 'updatedAt', ${
  stamp("c.updated_at")
})`;

/** The first 50 rows of those that the condition leaves, and how many it leaves. */
const page = (shape: string, table: string, condition: string, order: string) => {
  const from = `from kith.${table} c where c.owner_id = $1::uuid and ${condition}`;
  return `select json_build_object(
    'data', coalesce((select json_agg(page.body) from (select ${shape} as body ${from} order by ${order} limit 50) page), '[]'::json),
    'page', 1, 'pageSize', 50, 'total', (select count(*) ${from}))::text as body`;
};
const contacts = (condition: string) =>
  page(contact, "contacts", condition, `c.display_name collate "und-x-icu", c.id`);

/** One statement each, as somebody would write it who knows the owner and trusts the values. $1 is the owner. */
const statements: Record<Operation, string> = {
  "list 50": contacts("true"),
  "search": contacts("c.search_text like '%' || $2 || '%'"),
  "needsContact": contacts(`c.contact_frequency_days is not null and ${isDue}`),
  "get":
    `select ${contact}::text as body from kith.contacts c where c.owner_id = $1::uuid and c.id = $2::uuid`,
  "create":
    `insert into kith.contacts as c (owner_id, first_name, last_name, company, emails, phones, description)
    values ($1::uuid, $2, $3, $4, $5::jsonb, $6::jsonb, $7) returning ${contact}::text as body`,
  "patch":
    `update kith.contacts c set job_title = $3 where c.owner_id = $1::uuid and c.id = $2::uuid
    returning ${contact}::text as body`,
  "notes of a month": page(
    note,
    "notes",
    "c.occurred_at >= $2::date and c.occurred_at < $3::date",
    "c.occurred_at desc, c.id desc",
  ),
};

/** The bare query in a loop, sent by the driver past row-level security. It knows no credentials. */
export function rawPg({ stack }: Bench): Contender {
  return {
    name: "raw pg",
    databaseUrl: stack.databaseUrl,
    // Nobody gets more than an isolate of Kith's has.
    poolSize: 6,
    statement(operation, { owner: { id }, person, contactId, jobTitle, from, after, made }) {
      const { firstName, lastName, company, emails, phones, description } = made;
      const values: Partial<Record<Operation, string[]>> = {
        "search": [person.word],
        "get": [contactId],
        "create": [
          firstName,
          lastName,
          company,
          JSON.stringify(emails),
          JSON.stringify(phones),
          description,
        ],
        "patch": [contactId, jobTitle],
        "notes of a month": [from, after],
      };
      return [statements[operation], [id, ...values[operation] ?? []]];
    },
    read,
  };
}
