// The tool that imports pasted files, and the contact that an e-mail ends with.
import { z } from "zod";
import { uuidPattern } from "../../core/fields.ts";
import { problems } from "../../core/problems.ts";
import { contentTypes, type Format, formatIn } from "../../imports/parse/places.ts";
import { mappingWords } from "../../imports/parse/csv-columns.ts";
import { readImport } from "../../imports/preview.ts";
import { compact, cut, oneOf } from "./members.ts";
import { readSignature } from "./signature.ts";
import { type Check, defineTool, type Ran, type Run, type Tool } from "./tool.ts";

/** Bytes of a pasted text; larger files are for the client and the settings page. */
const textLimit = 100_000;

/** Rows that a preview shows; what is wrong comes first. */
const shownRows = 20;

export const importTools: Tool[] = [
  defineTool({
    name: "import_contacts",
    title: "Import contacts",
    description:
      "Previews pasted vCards, CSV, LDIF, JSON (of Kith, jCard, JSContact; up to 100 kB), or one signature of an e-mail: what is new, matches or is wrong. Show the preview, then " +
      "call with `apply`: its importId instead of the text.",
    scopes: ["contacts:write", "networks:write", "notes:write"],
    effect: "write",
    input: z.strictObject({
      text: z.string().min(1).optional(),
      format: oneOf("vcard", "csv", "json", "ldif").optional(),
      mapping: z.array(z.strictObject({ column: z.string(), field: z.string() })).max(100)
        .optional().describe("For tables whose titles are not known: email, phone:work, lastName."),
      apply: z.string().refine(
        (text) => /^(true|false)$/.test(text) || uuidPattern.test(text),
        "Must be true or an importId.",
      ).toLowerCase().optional().describe(
        "The importId of a preview; true applies the text at once.",
      ),
      onMatch: oneOf("merge", "skip", "create").default("merge").describe(
        "For contacts that are there already.",
      ),
    }).refine(({ text, apply = "" }) => (text === undefined) === uuidPattern.test(apply), {
      message: "Give either text, or the importId of a preview as apply.",
    }),
    advice: {
      "": 'For a table, send mapping: [{"column": "Mail", "field": "email"}]; field is one of ' +
        `${mappingWords.join(", ")}.`,
    },
    async run({ text, format, mapping, apply, onMatch }, run, _makeCall, check) {
      if (text === undefined) return await applied(apply!, onMatch, run);
      const columns = mapping && Object.fromEntries(
        mapping.map(({ column, field }) => [column, field]),
      );
      const shown = await preview(text, format, columns, run, check);
      return apply === "true" ? await applied(shown.importId, onMatch, run) : shown;
    },
  }),
];

async function preview(
  text: string,
  format: Format | undefined,
  mapping: Record<string, string> | undefined,
  run: Run,
  check: Check,
) {
  const signed = format || mapping ? null : readSignature(text);
  const bytes = new TextEncoder().encode(
    signed ? JSON.stringify({ kith: 1, contacts: [signed] }) : text,
  );
  if (bytes.length > textLimit) {
    throw problems.validationFailed([{
      in: "body",
      pointer: "/text",
      code: "too_big",
      message: "Must have at most 100 kB. Import larger files in the settings page.",
    }]);
  }
  const readBy = await check("create_import");
  const contentType = contentTypes[signed ? "json" : format ?? formatIn(text.slice(0, 4_096))];
  const { body } = await readImport(
    { bytes, contentType },
    mapping ? { ...readBy, mapping } : readBy,
  );
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
    ...(signed ? { read: compact(signed) } : {}),
    ...(made.dropped.length > 0 ? { dropped: made.dropped.slice(0, shownRows) } : {}),
    ...(made.questions.length > 0 ? { questions: made.questions } : {}),
    activityId: null,
  };
}

async function applied(importId: string, onMatch: string, run: Run) {
  const { body, activityId } = await run("apply_import", { id: importId, body: { onMatch } });
  const { counts, created, merged, skipped, failed } = body;
  return { importId, counts, applied: { created, merged, skipped, failed }, activityId };
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
