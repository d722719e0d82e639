import { expect } from "vitest";
import { itChangesTheProject, type Place } from "./changed-project.ts";

/** What CONTRIBUTING.md says to write for a new text of contacts. */
const places: Place[] = [
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
    "    emails, phones, places, contact.description",
    "    contact.shoe_size,\n",
  ],
  ["sql/30_contacts/operations.sql", "    c.emails,", '    c.shoe_size as "shoeSize",\n'],
];
/** In the same place as the column. */
const comment: Place = [
  "sql/30_contacts/table.sql",
  "comment on column kith.contacts.created_at",
  "comment on column kith.contacts.shoe_size is 'At most 20 characters.';\n",
];

itChangesTheProject(
  "a new text of contacts takes four places, and goes wherever a contact goes",
  async (copy) => {
    expect(places.length).toBeLessThanOrEqual(4);
    for (const place of [...places, comment]) await copy.write(place);
    const tests = "every-field merging.test postgrest.test page-members round-trip database-types";
    await copy.try("shoe_size", tests.split(" "));
  },
);
