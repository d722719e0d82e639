// The routes of imports.
import { defineRoute, type Route } from "../core/route.ts";
import { createImport } from "./preview.ts";
import * as schemas from "./schema.ts";

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
    needsAllNetworks: true,
    summary: "Preview a file",
    description:
      "Reads vCards (2.1, 3 and 4), CSV (as Google, Outlook, iCloud, LinkedIn, HubSpot and Dex write it, Outlook in eight languages, or any " +
      "other with `mapping`), LDIF, jCard, JSContact, the export of Monica, or a JSON document of " +
      "Kith, at most 1,000 records, and changes nothing: rows say what applying it would do. Contacts are found by uid, then e-mail " +
      "address, then phone number, archived ones too. Rows of a file with a common e-mail address become one contact if their names are the same or one has none, " +
      "unless their uids differ. A preview is kept for a day, and an account has at most the last three. Reminders in " +
      "a document also need `reminders:write`; its profile is left out without `profile:write`. `dropped` lists what is left out, such as " +
      "links to photos. `questions` asks what the file does not tell: in which order birthdays such as 3/4 are, where neither other days nor " +
      "the country of the profile nor the language of the file say so, and whether the first line is a contact. Not for keys that are limited " +
      "to networks.",
    tag,
    scopes,
    query: schemas.importCreateQuery,
    body: schemas.importDocument,
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
    success: { status: 201, description: "The preview.", schema: schemas.import },
    handler: createImport,
  }),
  defineRoute({
    method: "get",
    path: "/imports",
    operation: "list_imports",
    needsAllNetworks: true,
    summary: "List imports",
    description: "At most the last three, newest first.",
    tag,
    scopes,
    query: schemas.importQuery,
    success: { status: 200, description: "One page of imports.", schema: schemas.importPage },
  }),
  defineRoute({
    method: "get",
    path: "/imports/{id}",
    operation: "get_import",
    needsAllNetworks: true,
    summary: "Get an import",
    description: "One import, until it expires.",
    tag,
    scopes,
    tagged: true,
    params: schemas.importParams,
    success: { status: 200, description: "The import.", schema: schemas.import },
  }),
  defineRoute({
    method: "get",
    path: "/imports/{id}/rows",
    operation: "list_import_rows",
    needsAllNetworks: true,
    summary: "List rows of an import",
    description: "One page of the rows, in the order of the file.",
    tag,
    scopes,
    params: schemas.importParams,
    query: schemas.importRowQuery,
    success: { status: 200, description: "One page of rows.", schema: schemas.importRowPage },
  }),
  defineRoute({
    method: "post",
    path: "/imports/{id}/apply",
    operation: "apply_import",
    needsAllNetworks: true,
    summary: "Apply an import",
    description:
      "Writes the rows in one change set. `onMatch` says whether a row that matches a contact is merged into it, skipped or created: merging " +
      "unites lists, adds networks and notes, and fills empty members. A profile only fills empty members. Conflicts and errors are skipped unless " +
      "`rows` says otherwise. An import is applied once: a second request gets the answer of the first.",
    tag,
    scopes,
    logged: true,
    params: schemas.importParams,
    body: schemas.importApply,
    problems: ["invalid_reference"],
    success: { status: 200, description: "What was done.", schema: schemas.appliedImport },
  }),
  defineRoute({
    method: "delete",
    path: "/imports/{id}",
    operation: "delete_import",
    table: "kith_private.imports",
    needsAllNetworks: true,
    summary: "Delete an import",
    description: "Deletes the preview; what was applied stays.",
    tag,
    scopes,
    tagged: true,
    params: schemas.importParams,
    success: { status: 204, description: "Deleted." },
  }),
];
