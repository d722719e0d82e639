// A new resource, gifts; changed-project.test.ts writes it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { project } from "../../../local/core/settings.ts";
import type { Place } from "./changed-project.ts";

/** What CONTRIBUTING.md says to write for a new resource. */
export const resourcePlaces: Place[] = [
  [
    "sql/52_gifts/table.sql",
    `-- Gifts: what somebody got or is to get.

create table kith.gifts (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  contact_id uuid,
  title text not null constraint gifts_title_check check (char_length(title) between 1 and 255),
  given_on date constraint gifts_given_on_check check (given_on between '0001-01-01' and '9999-12-31'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The keys begin with the owner, so that a row of another owner cannot be found, not even through an index.
  primary key (owner_id, id),
  constraint gifts_contact_id_fkey foreign key (owner_id, contact_id)
    references kith.contacts (owner_id, id) on delete set null (contact_id)
);
comment on table kith.gifts is 'What people got or are to get.';
comment on column kith.gifts.contact_id is 'The contact that it is for; null for none.';
comment on column kith.gifts.title is '1 to 255 characters.';
comment on column kith.gifts.given_on is 'When it was given; null before.';
create index gifts_created_at_idx on kith.gifts (owner_id, created_at, id);
create index gifts_contact_id_idx on kith.gifts (owner_id, contact_id);

call pg_temp.make_resource('kith.gifts', 'gift', scope => 'notes', seen_by => 'contacts', quota => 10000);
call pg_temp.trim_texts('kith.gifts', 'gift');

create view kith_api.gifts with (security_invoker = true) as
select t.id, row_to_json(shape) as body
from kith.gifts t
cross join lateral (
  select
    t.id,
    t.contact_id as "contactId",
    t.title,
    t.given_on as "givenOn",
    to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt") shape;
comment on view kith_api.gifts is 'Gifts as the API shows them.';
grant select on kith_api.gifts to authenticated;

call pg_temp.make_operations('kith.gifts', 'gift', array[['createdAt', 'created_at']]);
`,
  ],
  [
    "functions/kith/gifts/schema.ts",
    `// The schemas of gifts.
import { z } from "zod";
import { instant, day } from "../core/dates.ts";
import { id, lazily, text } from "../core/fields.ts";
import { pageOf, paging, sortedBy, timestamps } from "../core/lists.ts";

const fields = lazily(() => ({
  contactId: id("The contact that it is for; null for none.").nullable(),
  title: text(1, 255).meta({ description: "What it is.", example: "Chalk bag" }),
  givenOn: day("When it was given; null before.").nullable(),
}));

export const giftCreate = lazily(() =>
  z.strictObject(fields()).partial({ contactId: true, givenOn: true })
    .meta({ id: "GiftCreate", example: { title: "Chalk bag" } })
);

export const giftUpdate = lazily(() =>
  z.strictObject(fields()).partial()
    .meta({ id: "GiftUpdate", example: { givenOn: "2026-03-14" } })
);

export const gift = lazily(() =>
  z.object({ id: id("Identifies the gift."), ...fields(), ...timestamps(instant) }).meta({
    id: "Gift",
    example: {
      id: "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6b",
      contactId: null,
      title: "Chalk bag",
      givenOn: null,
      createdAt: "2026-03-02T08:15:00.000Z",
      updatedAt: "2026-03-02T08:15:00.000Z",
    },
  })
);

export const giftPage = lazily(() => pageOf(gift(), "GiftPage"));

export const giftQuery = lazily(() => z.object({ ...paging(), sort: sortedBy("createdAt") }));
`,
  ],
  [
    "functions/kith/gifts/routes.ts",
    `// The routes of gifts.
import { resourceRoutes, type Route } from "../core/route.ts";
import * as schemas from "./schema.ts";

export const giftRoutes: Route[] = Object.values(resourceRoutes({
  name: "gift",
  tag: "Notes",
  scopes: ["notes:read", "notes:write"],
  schemas,
}, {
  list: { description: "One page of the gifts." },
  create: { description: "With or without a contact.", problems: ["invalid_reference"] },
  get: { description: "One gift." },
  update: {
    description: "Absent members stay, null clears.",
    problems: ["invalid_reference"],
  },
  delete: { description: "Deletes it." },
}));
`,
  ],
  [
    "functions/kith/resources.ts",
    `  "upcoming": async`,
    `  "gifts": async () => (await import("./gifts/routes.ts")).giftRoutes,\n`,
  ],
  [
    "functions/kith/kinds/kinds.ts",
    "  network: {",
    `  gift: { schemas: () => import("../gifts/schema.ts"), tool: null },\n`,
  ],
  [
    "test/support/route-examples.ts",
    `  "api-keys": () => ({ name`,
    `  gifts: () => ({ title: "Example" }),\n`,
  ],
  [
    "test/unit/page-members.test.ts",
    "  AccountExport: ",
    `  Gift: "the page has only their changes",\n`,
  ],
  [
    "README.md",
    "| `/upcoming`, `/calendar` |",
    "| `/gifts` | what people got or are to get |\n",
  ],
];

/** What it does, as a test of its own. */
export async function resourceBehaviour(): Promise<Place> {
  const text = await readFile(join(project, "test/thorough/programs/gifts.ts"), "utf8");
  return ["test/http/gifts.test.ts", text.replaceAll('from "../', 'from "')];
}

/** The tests that meet it. */
export const resourceTests = [
  ...["gifts", "every-field", "postgrest", "limited-keys", "lists", "schemas", "vocabulary"],
  ...["limited-role-property", "limited-functions", "row-level-security", "plans-property"],
  ...["races", "log-retention", "changes", "refused-everywhere", "every-route", "folders"],
  ...["loading", "document", "page-members", "database-types"],
].map((name) => `/${name}.test.ts`);
