// The export of contacts that match: vCards, CSV or JSON.
import { z } from "zod";
import { lazily } from "../core/fields.ts";
import { contactQuery } from "../contacts/schema.ts";
import type { Answer, Call } from "../core/call.ts";
import { oneOf } from "../core/lists.ts";
import { defineRoute, type Route } from "../core/route.ts";
import { contactExport, file, inParts } from "./account.ts";

const formats = ["vcard", "vcard3", "csv", "json", "jscontact"] as const;
type Name = (typeof formats)[number];

const query = lazily(() =>
  contactQuery().omit({ page: true, pageSize: true, sort: true, fields: true }).extend({
    isArchived: oneOf(
      ["true", "false", "any"],
      "Only archived contacts (`true`), only the others (`false`), or both (`any`, the default).",
    )
      .default("any"),
    format: oneOf(
      formats,
      "`vcard` (version 4), `vcard3` for old software, `csv`, `json` or `jscontact` (RFC 9553). By default what `Accept` asks for, else `vcard`.",
    ),
    ...inParts(["contacts"]),
  })
);

const cards = lazily(() =>
  z.array(
    z.looseObject({
      "@type": z.literal("Card").meta({ description: "A Card of JSContact (RFC 9553)." }),
    }),
  )
    .meta({
      description: "A list of Cards.",
      example: [{ "@type": "Card", version: "1.0", name: { full: "Zoë Müller" } }],
    })
);

export const contactExportRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/contacts/export",
    operation: "export_contacts",
    summary: "Export contacts",
    description:
      "All contacts that match every filter, archived ones too unless `isArchived` says otherwise, as of one instant, as a file: vCards, a table for Google Contacts and others, JSON, or Cards of JSContact, " +
      "all of which can be imported again. Networks are named where the credential may read them. Only `json` has photos, as links to them, which " +
      "expire within an hour. An answer that breaks off is not complete.",
    tag: "Contacts",
    scopes: ["contacts:read"],
    query,
    success: {
      status: 200,
      description: "The file.",
      contentType: "text/vcard",
      schema: file("vCards.", "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Zoë Müller\r\nEND:VCARD\r\n"),
      others: {
        "text/csv": file(
          "A table with the columns of Google Contacts. A text that a spreadsheet would run as a formula has an apostrophe in front, which importing " +
            "takes off again. Phone numbers have none, also with an extension; one with other words, such as `+49 30 1234 ask for Zoë`, has.",
          "First Name,Last Name\r\nZoë,Müller\r\n",
        ),
        "application/json": contactExport,
        "application/jscontact+json": cards,
      },
      isFile: true,
    },
    handler: exportContacts,
  }),
];

async function exportContacts(call: Call): Promise<Answer> {
  const query = call.arguments.query as { format?: Name };
  const format = query.format ?? acceptedFormat(call.headers.get("accept") ?? "");
  const { runExport } = await import("./run.ts");
  const asked: Call = { ...call, arguments: { ...call.arguments, query: { ...query, format } } };
  return await runExport(asked, await load(format, call), "kith-contacts");
}

async function load(format: Name, call: Call) {
  switch (format) {
    case "csv":
      return (await import("./csv.ts")).csvFormat();
    case "jscontact":
      return (await import("./jscontact.ts")).jscontactFormat();
    case "json":
      return (await import("./json.ts")).jsonFormat(call, ["fields", "networks", "contacts"]);
    default:
      return (await import("./vcard.ts")).vcardFormat(format === "vcard3" ? "3.0" : "4.0");
  }
}

/** The first format that `Accept` names; vCards where it names none. */
function acceptedFormat(accept: string): Name {
  for (const range of accept.toLowerCase().split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    if (type === "text/csv") return "csv";
    if (type === "application/json") return "json";
    if (type === "application/jscontact+json") return "jscontact";
    if (/^text\/(x-)?vcard$/.test(type)) {
      return parameters.some((each) => /^version="?3/.test(each)) ? "vcard3" : "vcard";
    }
  }
  return "vcard";
}
