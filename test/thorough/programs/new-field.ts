// A new text of contacts, and a column that the database derives from it; changed-project.test.ts writes them.
import type { Place } from "./changed-project.ts";

/** What CONTRIBUTING.md says to write for a new text of contacts. */
export const fieldPlaces: Place[] = [
  [
    "functions/kith/contacts/fields.ts",
    "  description: {",
    `  shoeSize: { label: "Shoe size", maxLength: 20, isSearched: true },\n`,
  ],
  [
    "sql/30_contacts/table.sql",
    "  -- The key begins with the owner",
    "  shoe_size text constraint contacts_shoe_size_check check (char_length(shoe_size) <= 20),\n",
  ],
  [
    "sql/30_contacts/table.sql",
    "    'description', contact.description",
    "    'shoeSize', contact.shoe_size,\n",
  ],
  ["sql/30_contacts/operations.sql", "    c.emails,", '    c.shoe_size as "shoeSize",\n'],
];
/** In the same place as the column. */
export const fieldComment: Place = [
  "sql/30_contacts/table.sql",
  "comment on column kith.contacts.created_at",
  "comment on column kith.contacts.shoe_size is 'At most 20 characters.';\n",
];

/** What docs/maintaining.md says to write for a column that the database derives; here from that text. */
export const derivedColumn: Place[] = [
  [
    "sql/30_contacts/table.sql",
    "  -- The key begins with the owner",
    "  shoe_digits text,\n",
  ],
  ["sql/30_contacts/table.sql", "last_noted_at,photo_path,search_text", "shoe_digits,"],
  [
    "sql/30_contacts/table.sql",
    "last_noted_at,search_text,long_search_text,updated_at",
    "shoe_digits,",
  ],
  [
    "sql/30_contacts/table.sql",
    "last_noted_at,search_text,long_search_text,snoozed_after",
    "shoe_digits,",
  ],
  [
    "sql/30_contacts/table.sql",
    "  searched := kith_private.searched_text(new);",
    "  new.shoe_digits := regexp_replace(new.shoe_size, '[^0-9]', '', 'g');\n",
  ],
  [
    "sql/30_contacts/table.sql",
    "comment on column kith.contacts.created_at",
    "comment on column kith.contacts.shoe_digits is 'Derived: the digits of shoe_size.';\n",
  ],
  // No client writes it, and no change of it is in the log.
  [
    "test/sql/shoe-digits.test.ts",
    `import { expect, it } from "vitest";
import { signUp } from "../support/accounts.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();

it("a derived column follows its text, is written by no client, and is not logged", async () => {
  const ada = await signUp();
  const made = await ada.post("/contacts", { firstName: "Ben", shoeSize: "EU 42" });
  const read = async () =>
    (await sql\`select shoe_digits, updated_at from kith.contacts where id = \${made.body.id}\`)[0];
  expect(await read()).toMatchObject({ shoe_digits: "42" });
  await ada.patch(\`/contacts/\${made.body.id}\`, { shoeSize: "43" });
  const changed = await read();
  expect(changed).toMatchObject({ shoe_digits: "43" });
  await ada.patch(\`/contacts/\${made.body.id}\`, { shoeSize: "43" });
  expect(await read()).toEqual(changed);
  const logged = await sql\`select c.after from kith_private.changes c where c.resource_id = \${made.body.id}\`;
  expect(logged.length).toBeGreaterThan(0);
  expect(JSON.stringify(logged)).not.toMatch(/digits/i);
  const granted = await sql\`
    select has_column_privilege('authenticated', 'kith.contacts', 'shoe_digits', 'update') as may\`;
  expect(granted).toEqual([{ may: false }]);
});
`,
  ],
];

/** The tests that meet it. */
export const fieldTests =
  "shoe-digits every-field merging.test postgrest.test page-members round-trip database-types"
    .split(" ");
