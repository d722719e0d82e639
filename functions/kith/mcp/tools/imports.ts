import { z } from "zod";
import { problems } from "../../core/problems.ts";
import { id } from "../../core/fields.ts";
import { readImport } from "../../imports/preview.ts";
import { oneOf } from "./fields.ts";
import { compact, cut } from "./short.ts";
import { defineTool, type Ran, type Run, type Tool } from "./tool.ts";

/** Bytes of a pasted text; larger files are for the client and the settings page. */
const textLimit = 100_000;

/** Rows that a preview shows; what is wrong comes first. */
const shownRows = 20;

const contentTypes = {
  vcard: "text/vcard",
  csv: "text/csv",
  json: "application/json",
  ldif: "text/ldif",
};

type Format = keyof typeof contentTypes;

export const importTools: Tool[] = [
  defineTool({
    name: "import_contacts",
    title: "Import contacts",
    description:
      "Previews pasted vCards, CSV, LDIF or JSON (of Kith, jCard, JSContact; at most 100 kB): what is new, matches or is wrong. Show the user the preview, then call " +
      "it with `apply`: the importId instead of the text.",
    scopes: ["contacts:write", "networks:write", "notes:write"],
    effect: "write",
    idempotent: false,
    input: z.strictObject({
      text: z.string().min(1).optional(),
      format: oneOf("vcard", "csv", "json", "ldif").optional(),
      apply: z.union([z.boolean(), id("The importId.")], { error: "Must be true or an importId." })
        .optional().meta({
          description: "The importId of a preview; true applies the text at once.",
        }),
      onMatch: oneOf("merge", "skip", "create").default("merge").meta({
        description: "For contacts that are there already.",
      }),
    }).refine(({ text, apply }) => (text === undefined) === (typeof apply === "string"), {
      message: "Give either text, or the importId of a preview as apply.",
    }),
    async run({ text, format, apply, onMatch }, run) {
      if (typeof apply === "string") return await applied(apply, onMatch, run);
      const shown = await preview(text!, format, run);
      return apply ? await applied(shown.importId, onMatch, run) : shown;
    },
  }),
];

async function preview(text: string, format: Format | undefined, run: Run) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > textLimit) {
    throw problems.validationFailed([{
      in: "body",
      pointer: "/text",
      code: "too_big",
      message: "Must have at most 100 kB. Import larger files in the settings page.",
    }]);
  }
  const { body } = await readImport({ bytes, contentType: contentTypes[format ?? formatOf(text)] });
  const rows = body.rows.map((row) => ({ ...row, photo: undefined }));
  const { body: made } = await run("create_import", { body: { ...body, rows } });
  const shown: Ran["body"][] = [];
  for (const action of ["error", "conflict", "match", "create"] as const) {
    const pageSize = Math.min(shownRows - shown.length, made.counts[action]);
    if (pageSize === 0) continue;
    const page = await run("list_import_rows", { id: made.id, query: { action, pageSize } });
    shown.push(...page.body.data);
  }
  return {
    importId: made.id,
    counts: made.counts,
    rows: shown.map(shortRow),
    ...(made.dropped.length > 0 ? { dropped: made.dropped.slice(0, shownRows) } : {}),
    activityId: null,
  };
}

async function applied(importId: string, onMatch: string, run: Run) {
  const { body, activityId } = await run("apply_import", { id: importId, body: { onMatch } });
  const { counts, created, merged, skipped, failed } = body;
  return { importId, counts, applied: { created, merged, skipped, failed }, activityId };
}

function formatOf(text: string): Format {
  if (/^\s*BEGIN\s*:\s*VCARD/i.test(text)) return "vcard";
  if (/^(version:.*\s+)?dn::? ?\S/i.test(text.trimStart().slice(0, 1_000))) return "ldif";
  return /^\s*[{[]/.test(text) ? "json" : "csv";
}

/** A row with what a user needs to decide. */
function shortRow(
  { line, resource, action, value, networks, contact, candidates, problem }: Ran["body"],
) {
  const { firstName, lastName, nickname, company, emails, phones, name, title, content } = value ??
    {};
  const { timezone, country } = resource === "profile" && value ? value : {};
  const names = [firstName, lastName].filter(Boolean).join(" ");
  return compact({
    line,
    resource: resource === "contact" ? null : resource,
    action,
    name: cut(String(names || nickname || company || name || title || content || ""), 200) || null,
    email: emails?.[0]?.value,
    phone: phones?.[0]?.value,
    timezone,
    country,
    networks: networks.slice(0, 5),
    contact,
    candidates,
    problem,
  });
}
