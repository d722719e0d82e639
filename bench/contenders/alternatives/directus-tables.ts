import type { Seeded } from "../../seed.ts";
import { type AlternativeDatabase, deriveByTrigger } from "./database.ts";

type Type = "string" | "text" | "boolean" | "integer" | "json" | "timestamp" | "date" | "uuid";

/** A field of a collection: its name, its type, and what it is among Kith's columns where that is called differently. */
type Field = [name: string, type: Type, expression?: string];

const contactFields: Field[] = [
  ["first_name", "string"],
  ["last_name", "string"],
  ["nickname", "string"],
  ["company", "string"],
  ["job_title", "string"],
  ["display_name", "string"],
  ["emails", "json"],
  ["phones", "json"],
  ["urls", "json"],
  ["addresses", "json"],
  ["birthday", "string"],
  ["description", "text"],
  ["is_favorite", "boolean"],
  [
    "network_ids",
    "json",
    `(select coalesce(jsonb_agg(m.network_id order by m.network_id), '[]') from kith.contact_networks m
      where m.owner_id = c.owner_id and m.contact_id = c.id)`,
  ],
  ["contact_frequency_days", "integer"],
  ["last_contacted_at", "timestamp"],
  [
    "next_contact_on",
    "date",
    `(coalesce(c.last_contacted_at, c.created_at) at time zone 'UTC')::date + c.contact_frequency_days`,
  ],
];

const noteFields: Field[] = [
  ["content", "text"],
  ["contact_id", "uuid"],
  ["note_type_id", "uuid"],
  ["occurred_at", "timestamp"],
];

/** What Directus fills in by itself. */
const kept: [name: string, type: Type, special: string][] = [
  ["created_at", "timestamp", "date-created"],
  ["updated_at", "timestamp", "date-updated"],
  ["owner_id", "uuid", "user-created"],
];

const names = (fields: Field[]) =>
  ["id", ...fields.map(([name]) => name), "created_at", "updated_at"].join();

/** What is asked for of each: all but the owner and what is there to be searched. */
export const contactNames = names(contactFields);
export const noteNames = names(noteFields);

/** The two collections, as `POST /collections` takes them, without the log of every change that Kith keeps none of. */
export const collections = ([
  ["contacts", [...contactFields, ["search_text", "text"] as Field]],
  ["notes", noteFields],
] as const).map(([collection, fields]) => ({
  collection,
  meta: { accountability: null },
  schema: {},
  fields: [
    { field: "id", type: "uuid", meta: { special: ["uuid"] }, schema: { is_primary_key: true } },
    ...fields.map(([field, type]) => ({
      field,
      type,
      meta: {
        special: type === "json" ? ["cast-json"] : type === "boolean" ? ["cast-boolean"] : [],
      },
      schema: type === "boolean" ? { default_value: false } : {},
    })),
    ...kept.map(([field, type, special]) => ({
      field,
      type,
      meta: { special: [special] },
      schema: {},
    })),
  ],
}));

/** What people may write of each: all but whose row it is, when it was written, and what is derived. */
const written = {
  contacts: contactFields.map(([name]) => name)
    .filter((name) => name !== "display_name" && name !== "next_contact_on"),
  notes: noteFields.map(([name]) => name),
};

/** A policy for people: their own rows, and nothing of anybody else's. */
export const ownRows = {
  name: "Own rows",
  app_access: false,
  admin_access: false,
  permissions: (["contacts", "notes"] as const).flatMap((collection) => {
    const permissions = { owner_id: { _eq: "$CURRENT_USER" } };
    const fields = written[collection];
    return [
      { collection, action: "read", fields: ["*"], permissions },
      { collection, action: "create", fields, presets: { owner_id: "$CURRENT_USER" } },
      { collection, action: "update", fields, permissions },
      { collection, action: "delete", permissions },
    ];
  }),
};

/** The static token of the n-th owner. */
export const staticToken = (owner: number) => owner.toString(16).padStart(32, "0");

/** Fills the tables that Directus has made, past it: a user with a static token for each owner, and the rows of the seed. */
export async function fillDirectus(
  { sql, copy }: AlternativeDatabase,
  { owners }: Seeded,
  role: string,
  progress: (line: string) => void,
): Promise<void> {
  await sql`
    insert into directus_users (id, email, status, role, token)
    select id, id || '@bench.example', 'active', ${role}::uuid, token
    from unnest(${owners.map(({ id }) => id)}::uuid[], ${
    owners.map((_, n) => staticToken(n))
  }::text[])
      as person (id, token)`;
  const load = async (collection: string, fields: Field[]) => {
    const columns = fields.map((
      [name, , expression],
    ): [string, string] => [name, expression ?? `c.${name}`]);
    const rows = await copy(collection, columns, `kith.${collection} c`);
    progress(`${rows} rows of ${collection}`);
  };
  const common = ["id", "created_at", "updated_at", "owner_id"].map((
    name,
  ): Field => [name, "uuid"]);
  await load("contacts", [...common, ...contactFields, ["search_text", "text"]]);
  await load("notes", [...common, ...noteFields]);
  await deriveByTrigger(sql, {
    table: "contacts",
    displayName: "display_name",
    searchText: "search_text",
    nextContactOn: "next_contact_on",
    firstName: "first_name",
    lastName: "last_name",
    nickname: "nickname",
    company: "company",
    jobTitle: "job_title",
    emails: "emails",
    phones: "phones",
    description: "description",
    frequency: "contact_frequency_days",
    lastContactedAt: "last_contacted_at",
    createdAt: "created_at",
  });
  await sql.query(`
    create index contacts_display_name on contacts (owner_id, display_name, id);
    create index contacts_next_contact_on on contacts (owner_id, next_contact_on);
    create index notes_occurred_at on notes (owner_id, occurred_at, id);
    alter table contacts set (autovacuum_enabled = false);
  `);
  await sql`vacuum (analyze)`;
  progress("indexed, vacuumed and analysed");
}
