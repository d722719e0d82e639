import { type Draft, newDraft } from "./contact.ts";
import type { Dropped } from "./dropped.ts";
import { cleanLabel } from "./labels.ts";
import type { Card } from "./vcard-cards.ts";
import type { VcardLine } from "./vcard-lines.ts";
import { readers, type Reading } from "./vcard-properties.ts";
import {
  parameterOf,
  textOf,
  typesOf,
  UnreadableValue,
  type ValueOptions,
} from "./vcard-values.ts";

/** What says how the file came to be or how it is shown, and what other lines are read with. */
const ignored = [
  "VERSION",
  "PRODID",
  "REV",
  "X-ABLABEL",
  "X-ABADR",
  "X-ABUID",
  "PROFILE",
  "BEGIN",
  "END",
  "X-ADDRESSBOOKSERVER-KIND",
];

/** Reads a vCard into a contact that is not yet checked. */
export function readContact(card: Card, dropped: Dropped, options: ValueOptions): Draft {
  const draft = newDraft(card.line);
  const isOwn = card.lines.some(({ name, value }) =>
    name === "PRODID" && value.startsWith("-//Kith//")
  );
  const reading: Reading = {
    draft,
    labels: labelsOf(card, isOwn, options),
    formatted: "",
    role: "",
    isCompany: false,
    isOwn,
    dropped,
    options,
  };
  for (const line of primaryFirst(card.lines)) readLine(line, reading);
  finishNames(reading);
  return draft;
}

/** Characters of a label's line that are read: any number of others may have that label, so it is bounded before. */
const labelLength = 300;

/** The labels of groups, each decoded once. */
function labelsOf(
  { lines }: Card,
  isOwn: boolean,
  options: ValueOptions,
): Map<string, string | null> {
  const labels = new Map<string, string | null>();
  for (const line of lines) {
    if (line.name !== "X-ABLABEL" || line.group === "") continue;
    const value = line.value.trimStart().slice(0, labelLength);
    const label = textOf({ ...line, parameters: new Map(), value }, options);
    labels.set(line.group, isOwn ? label || null : cleanLabel(label));
  }
  return labels;
}

function readLine(line: VcardLine, reading: Reading): void {
  if (ignored.includes(line.name)) return;
  if (!Object.hasOwn(readers, line.name)) {
    if (line.value.trim() !== "") reading.dropped.add(line.name);
    return;
  }
  try {
    readers[line.name]!(line, reading);
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error;
    reading.dropped.add(line.name, error.message);
  }
}

/** The lines in their order, but the preferred ones of each property before the others. */
function primaryFirst(lines: VcardLine[]): VcardLine[] {
  const rank = (line: VcardLine) => {
    const given = Number(parameterOf(line, "PREF"));
    if (given >= 1 && given <= 100) return given;
    return typesOf(line).some((type) => /^pref$/i.test(type)) ? 1 : 101;
  };
  return lines.map((line) => ({ line, rank: rank(line) }))
    .sort((one, other) => one.rank - other.rank).map(({ line }) => line);
}

/** Fills what the parts of a name leave empty: by the company of a vCard of one, else by the formatted name. */
function finishNames({ draft, formatted, role, isCompany, dropped }: Reading): void {
  const { fields } = draft;
  if (role !== "") {
    if (fields.has("jobTitle")) dropped.add("ROLE", "there is a TITLE");
    else fields.set("jobTitle", { value: role, from: "ROLE" });
  }
  if (formatted === "" || fields.has("firstName") || fields.has("lastName")) return;
  if (isCompany && !fields.has("company")) {
    fields.set("company", { value: formatted, from: "FN" });
  } else if (!["company", "nickname"].some((name) => fields.get(name)?.value === formatted)) {
    fields.set("firstName", { value: formatted, from: "FN" });
  }
}
