import type { Dropped } from "./dropped.ts";
import { isObject } from "./json-items.ts";
import type { Card } from "./vcard-cards.ts";
import type { VcardLine } from "./vcard-lines.ts";

/** Types of values that are written into vCards without escapes. */
const plainTypes = ["uri", "date", "date-time", "date-and-or-time", "timestamp", "utc-offset"];

/** Whether a value of JSON is a vCard of RFC 7095. */
export function isJcard(value: unknown): value is [string, unknown] {
  return Array.isArray(value) && typeof value[0] === "string" && /^vcard$/i.test(value[0]);
}

/** The lines that a vCard in JSON has as a text. What is no property is listed. */
export function jcardLines(properties: unknown, line: number, dropped: Dropped): Card["lines"] {
  if (!Array.isArray(properties)) return [];
  return properties.flatMap((property) => {
    const read = toLine(property, line);
    if (read === null) dropped.add("jCard", "it is no property");
    return read ?? [];
  });
}

function toLine(property: unknown, line: number): VcardLine | null {
  if (!Array.isArray(property)) return null;
  const [name, given, type, ...values] = property as unknown[];
  if (typeof name !== "string" || !/^[\w-]{1,100}$/.test(name) || !isObject(given)) return null;
  const parameters = new Map(
    Object.entries(given).map(([key, value]) => [
      key.toUpperCase(),
      (Array.isArray(value) ? value : [value]).flatMap((each) => scalar(each) ?? []),
    ]),
  );
  const isPlain = plainTypes.includes(String(scalar(type)).toLowerCase());
  const value = values.map((each) => isPlain ? scalar(each) ?? "" : structured(each)).join(",");
  const group = parameters.get("GROUP")?.[0] ?? "";
  return { line, group, name: name.toUpperCase(), parameters, value, isOld: false };
}

/** A value of several components, some of which may have several values themselves. */
function structured(value: unknown): string {
  if (!Array.isArray(value)) return escapeText(scalar(value) ?? "");
  return value.map((part) =>
    (Array.isArray(part) ? part : [part]).map((each) => escapeText(scalar(each) ?? "")).join(",")
  ).join(";");
}

/** A value that is no list and no object, as text. */
function scalar(value: unknown): string | null {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : null;
}

/** A text as it stands in a vCard (RFC 6350, 3.4). */
export function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");
}
