import type { Seeded } from "../../seed.ts";
import { type AlternativeDatabase, deriveByTrigger } from "./database.ts";

const types = { text: "String", flag: "Boolean", number: "Number", list: "Array", instant: "Date" };
type Type = keyof typeof types;

/** Fields of a class: its name for Parse, its type, and what it is among Kith's columns. */
const contactFields: [name: string, type: Type, expression: string][] = [
  ["firstName", "text", "c.first_name"],
  ["lastName", "text", "c.last_name"],
  ["nickname", "text", "c.nickname"],
  ["company", "text", "c.company"],
  ["jobTitle", "text", "c.job_title"],
  ["displayName", "text", "c.display_name"],
  ["emails", "list", "c.emails"],
  ["phones", "list", "c.phones"],
  ["urls", "list", "c.urls"],
  ["addresses", "list", "c.addresses"],
  ["birthday", "text", "c.birthday"],
  ["description", "text", "c.description"],
  ["isFavorite", "flag", "c.is_favorite"],
  [
    "networkIds",
    "list",
    `(select coalesce(jsonb_agg(m.network_id order by m.network_id), '[]') from kith.contact_networks m
      where m.owner_id = c.owner_id and m.contact_id = c.id)`,
  ],
  ["contactFrequencyDays", "number", "c.contact_frequency_days"],
  ["lastContactedAt", "instant", "c.last_contacted_at"],
  [
    "nextContactOn",
    "instant",
    `(coalesce(c.last_contacted_at, c.created_at) at time zone 'UTC')::date + c.contact_frequency_days`,
  ],
  ["searchText", "text", "c.search_text"],
];

const noteFields: [name: string, type: Type, expression: string][] = [
  ["content", "text", "c.content"],
  ["contactId", "text", "c.contact_id"],
  ["noteTypeId", "text", "c.note_type_id"],
  ["occurredAt", "instant", "c.occurred_at"],
];

/** What every row has: an id, stamps, whose it is, and that its owner alone reads and writes it. */
const common: [name: string, expression: string][] = [
  ["objectId", "c.id"],
  ["createdAt", "c.created_at"],
  ["updatedAt", "c.updated_at"],
  ["owner", "c.owner_id"],
  ["_rperm", "array[c.owner_id]"],
  ["_wperm", "array[c.owner_id]"],
];

/** Every class is for users who are signed in; the rows' ACLs say for whom. New fields come from the schema alone. */
const signedIn = Object.fromEntries(
  ["find", "count", "get", "create", "update", "delete"]
    .map((operation) => [operation, { requiresAuthentication: true }]),
);

/** The two classes, as `POST /schemas` takes them. */
export const classes = ([["Contact", contactFields], ["Note", noteFields]] as const).map(
  ([className, fields]) => ({
    className,
    fields: {
      owner: { type: "Pointer", targetClass: "_User" },
      ...Object.fromEntries(fields.map(([name, type]) => [name, { type: types[type] }])),
    },
    classLevelPermissions: { ...signedIn, addField: {} },
  }),
);

/** The session of the n-th owner: like those of a sign-in, good for a year. */
export const sessionToken = (owner: number) => `r:${owner.toString(16).padStart(32, "0")}`;

/** Fills the tables that Parse has made, past it: users, a session each, and the rows of the seed. */
export async function fillParse(
  { sql, copy }: AlternativeDatabase,
  { owners }: Seeded,
  progress: (line: string) => void,
): Promise<void> {
  const ids = owners.map(({ id }) => id);
  const tokens = owners.map((_, owner) => sessionToken(owner));
  await sql`
    insert into "_User" ("objectId", username, "createdAt", "updatedAt", _rperm, _wperm)
    select id, id, now(), now(), array[id], array[id] from unnest(${ids}::text[]) id`;
  await sql`
    insert into "_Session" ("objectId", "user", "sessionToken", "expiresAt", "createdAt", "updatedAt", "createdWith")
    select id, id, token, now() + interval '1 year', now(), now(), '{"action": "login", "authProvider": "password"}'
    from unnest(${ids}::text[], ${tokens}::text[]) as session (id, token)`;
  const load = async (className: string, table: string, fields: typeof contactFields) => {
    const columns = fields.map(([name, , expression]): [string, string] => [name, expression]);
    const rows = await copy(className, [...common, ...columns], `kith.${table} c`);
    progress(`${rows} rows of class ${className}`);
  };
  await load("Contact", "contacts", contactFields);
  await load("Note", "notes", noteFields);
  await deriveByTrigger(
    sql,
    {
      table: "Contact",
      ...Object.fromEntries(contactFields.map(([name]) => [name, name])) as Record<string, string>,
      frequency: "contactFrequencyDays",
      createdAt: "createdAt",
    } as Parameters<typeof deriveByTrigger>[1],
  );
  // Parse indexes nothing but ids. Queries name the owner besides the ACL, which no index answers (a row without an ACL
  // is everybody's), so that these serve: ten times as fast. They carry the ACL along for the counts.
  await sql.query(`
    create index contact_display_name on "Contact" (owner, "displayName", "objectId") include (_rperm);
    create index contact_next_contact on "Contact" (owner, "nextContactOn") include (_rperm);
    create index note_occurred_at on "Note" (owner, "occurredAt", "objectId") include (_rperm);
    create index session_token on "_Session" ("sessionToken");
    alter table "Contact" set (autovacuum_enabled = false);
  `);
  await sql`vacuum (analyze)`;
  progress("indexed, vacuumed and analysed");
}
