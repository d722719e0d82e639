import { defineRoute, type Route } from "../core/route.ts";
import { createImport } from "./preview.ts";
import {
  appliedImport,
  import as kithImport,
  importApply,
  importCreateQuery,
  importDocument,
  importPage,
  importParams,
  importQuery,
  importRowPage,
  importRowQuery,
} from "./schema.ts";

const tag = "Imports";
const scopes = ["contacts:write", "networks:write", "notes:write"] as const;

const card =
  "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Zoë Müller\r\nEMAIL:zoe@example.com\r\nEND:VCARD\r\n";
const jcard =
  '["vcard",[["version",{},"text","4.0"],["fn",{},"text","Zoë Müller"],["email",{},"text","zoe@example.com"]]]';
const jscontact =
  '{"@type":"Card","version":"1.0","uid":"22B2C7DF-9120-4969-8460-05956FE6B065","name":{"full":"Zoë Müller"}}';
const entry =
  "dn: cn=Zoë Müller\ngivenName: Zoë\nsn: Müller\nmail: zoe@example.com\nobjectclass: person\n";
const table = "First Name,Last Name,E-mail 1 - Value\r\nZoë,Müller,zoe@example.com\r\n";

export const importRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/imports",
    operation: "create_import",
    summary: "Preview a file of contacts",
    description:
      "Reads vCards (2.1, 3 and 4), CSV (as Google, Outlook, iCloud, LinkedIn, HubSpot and Dex write it, Outlook in eight languages, or any " +
      "other with `mapping`), LDIF, jCard, JSContact, the export of Monica, or a JSON document of " +
      "Kith, at most 1,000 records, and changes nothing: rows say what applying it would do. Contacts are found by uid, then e-mail " +
      "address, then phone number, archived ones too. Rows of a file that have an e-mail address in common and the same name, or of which " +
      "one has no name, are one contact, unless their uids differ. The preview is kept for a day, and the last three of an account. Reminders in " +
      "a document also need `reminders:write`; its profile is left out without `profile:write`. What is left out is in `dropped`, as " +
      "links to photos are, and so are birthdays such as 3/4 where the file does not tell whether the day or the month comes first: they " +
      "are read with the month first. Not for keys that are limited to networks.",
    tag,
    scopes,
    query: importCreateQuery,
    body: importDocument,
    files: {
      "text/vcard": card,
      "text/x-vcard": card,
      "text/csv": table,
      "text/ldif": entry,
      "text/x-ldif": entry,
      "text/directory": card,
      "application/vcard+json": jcard,
      "application/jscontact+json": jscontact,
    },
    problems: ["quota_exceeded"],
    success: { status: 201, description: "The preview.", schema: kithImport },
    handler: createImport,
  }),
  defineRoute({
    method: "get",
    path: "/imports",
    operation: "list_imports",
    summary: "List imports",
    description: "The last three at most, newest first.",
    tag,
    scopes,
    query: importQuery,
    success: { status: 200, description: "One page of imports.", schema: importPage },
  }),
  defineRoute({
    method: "get",
    path: "/imports/{id}",
    operation: "get_import",
    summary: "Get an import",
    description: "One import, until it expires.",
    tag,
    scopes,
    tagged: true,
    params: importParams,
    success: { status: 200, description: "The import.", schema: kithImport },
  }),
  defineRoute({
    method: "get",
    path: "/imports/{id}/rows",
    operation: "list_import_rows",
    summary: "List the rows of an import",
    description: "One page of what the file has, in its order.",
    tag,
    scopes,
    params: importParams,
    query: importRowQuery,
    success: { status: 200, description: "One page of rows.", schema: importRowPage },
  }),
  defineRoute({
    method: "post",
    path: "/imports/{id}/apply",
    operation: "apply_import",
    summary: "Apply an import",
    description:
      "Writes it in one change set. A row that matches a contact is merged into it, skipped or created beside it, as `onMatch` says: merging " +
      "unites lists, adds networks and notes, and fills single members that are empty. A profile always fills what is empty. Conflicts and errors are skipped unless " +
      "`rows` says otherwise. Applied once: a second time answers what the first did.",
    tag,
    scopes,
    logged: true,
    params: importParams,
    body: importApply,
    problems: ["invalid_reference", "quota_exceeded"],
    success: { status: 200, description: "What was done.", schema: appliedImport },
  }),
  defineRoute({
    method: "delete",
    path: "/imports/{id}",
    operation: "delete_import",
    summary: "Delete an import",
    description: "Deletes the preview; what was applied stays.",
    tag,
    scopes,
    tagged: true,
    params: importParams,
    success: { status: 204, description: "Deleted." },
  }),
];
