// Tools that import pasted files and export the account.
import { z } from "zod";
import { uuidPattern } from "../../core/fields.ts";
import { problems } from "../../core/problems.ts";
import { placeIn } from "../../exports/account.ts";
import { readPage, type Row } from "../../exports/run.ts";
import { contentTypes, type Format, formatIn } from "../../imports/parse/places.ts";
import { readImport } from "../../imports/preview.ts";
import { documentKinds, listOf, partedKinds, tableOf } from "../../kinds/kinds.ts";
import { compact, cut, oneOf } from "./members.ts";
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
      "Previews pasted vCards, CSV, LDIF or JSON (of Kith, jCard, JSContact; at most 100 kB): what is new, matches or is wrong. Show the user the preview, then call " +
      "it with `apply`: the importId instead of the text.",
    scopes: ["contacts:write", "networks:write", "notes:write"],
    effect: "write",
    input: z.strictObject({
      text: z.string().min(1).optional(),
      format: oneOf("vcard", "csv", "json", "ldif").optional(),
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
    async run({ text, format, apply, onMatch }, run, _makeCall, check) {
      if (text === undefined) return await applied(apply!, onMatch, run);
      const shown = await preview(text, format, run, check);
      return apply === "true" ? await applied(shown.importId, onMatch, run) : shown;
    },
  }),
];

async function preview(text: string, format: Format | undefined, run: Run, check: Check) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > textLimit) {
    throw problems.validationFailed([{
      in: "body",
      pointer: "/text",
      code: "too_big",
      message: "Must have at most 100 kB. Import larger files in the settings page.",
    }]);
  }
  const readBy = await check("create_import");
  const contentType = contentTypes[format ?? formatIn(text.slice(0, 4_096))];
  const { body } = await readImport({ bytes, contentType }, readBy);
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

/** The tables with which a part of an export may begin. */
const parts = partedKinds.map(tableOf);

/** Rows of these in a part. Each may be long. */
const rows = 100;

export const exportTools: Tool[] = [
  defineTool({
    name: "export_everything",
    title: "Export everything",
    description:
      "The account in parts of 100 contacts, notes or reminders. Each can be imported again. `next` is the `after` of the next part. " +
      "The settings page has it as a file.",
    scopes: ["contacts:read", "networks:read", "notes:read", "reminders:read", "profile:read"],
    effect: "read",
    input: z.strictObject({
      after: z.string().regex(placeIn(parts), "Must be the next of an earlier part.").optional(),
    }),
    async run({ after }, _run, makeCall) {
      const query = { rows, ...(after ? { after } : {}) };
      const call = makeCall("export_account", { query });
      let page = readPage(await call.run({ query }));
      const { follows } = page;
      const read = [...page.rows];
      // Networks and note types are in each part, however many bytes they have; of the others a part may end early.
      while (page.next && !isPlace(page.next)) {
        page = readPage(await call.run({ query: { ...query, place: page.next } }));
        read.push(...page.rows);
      }
      const next = page.next ? placeOf(page.next) : follows;
      const lists = documentKinds.map((kind) => [listOf(kind), itemsOf(read, tableOf(kind))]);
      const [profile] = itemsOf(read, "profile");
      return { kith: 1, profile, ...Object.fromEntries(lists), ...(next ? { next } : {}) };
    },
  }),
];

/** Where a page begins. */
interface Place {
  part: string;
  after: string | null;
}

/** Whether a part of an export may begin there. */
const isPlace = (next: object) => parts.includes((next as Place).part);

const placeOf = (next: object) => {
  const { part, after } = next as Place;
  return `${part}.${after ?? "00000000-0000-0000-0000-000000000000"}`;
};

/** The rows of a part, without what is empty and without the paths of photos, which lead nowhere. */
function itemsOf(rows: Row[], part: string) {
  return rows.filter((row) => row.part === part).map(({ json }) => {
    const { photoUrl: _, ...item } = JSON.parse(json);
    const given = Object.entries(item).filter(([, value]) =>
      value !== null && !(Array.isArray(value) && value.length === 0)
    );
    return Object.fromEntries(given);
  });
}
