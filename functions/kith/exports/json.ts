// Contacts and accounts as JSON.
import { signPhotos, type WithPhoto } from "../contacts/photos/run.ts";
import type { Call } from "../core/call.ts";
import { documentKinds, listOf, tableOf } from "../kinds/kinds.ts";
import type { Format, Row } from "./run.ts";

/** The lists of a document, in order, by the table that they are of. */
const members: Record<string, string> = Object.fromEntries(
  documentKinds.map((kind) => [tableOf(kind), listOf(kind)]),
);

/**
 * Writes a document that can be imported again. Rows are sent as the database wrote them, but for photos, which are signed
 * URLs.
 * @param parts of the document, in the order in which their rows come
 */
export function jsonFormat(call: Call, parts: string[]): Format {
  const waiting = parts.filter((part) => part in members);
  let isFirst = true;
  const begin = () => {
    isFirst = true;
    return `,\n"${members[waiting[0]!]}":[`;
  };
  /** Ends the lists before that of a part, and begins that. */
  const upTo = (part: string | null): string => {
    let text = "";
    while (waiting.length > 0 && waiting[0] !== part) {
      waiting.shift();
      text += `]${waiting.length > 0 ? begin() : ""}`;
    }
    return text;
  };
  return {
    contentType: "application/json",
    extension: "json",
    begin({ at, rows }) {
      const profile = rows.find(({ part }) => part === "profile");
      return `{"kith":1,"exportedAt":${JSON.stringify(at)}` +
        `${profile ? `,\n"profile":${profile.json}` : ""}${begin()}`;
    },
    async write({ rows }) {
      let text = "";
      for (const { part, json } of await withLinks(call, rows)) {
        if (!(part in members)) continue;
        text += upTo(part) + (isFirst ? "\n" : ",\n") + json;
        isFirst = false;
      }
      return text;
    },
    end: () => `${upTo(null)}}\n`,
  };
}

/** Replaces the paths of photos by signed URLs. */
async function withLinks(call: Call, rows: Row[]): Promise<Row[]> {
  // Never part of a text value, in which quotation marks are escaped.
  const hasPhoto = ({ part, json }: Row) => part === "contacts" && json.includes('"photoUrl":"');
  const signed = new Map<Row, WithPhoto>(
    rows.filter(hasPhoto).map((row) => [row, JSON.parse(row.json)]),
  );
  if (signed.size === 0) return rows;
  await signPhotos(call, [...signed.values()]);
  return rows.map((row) =>
    signed.has(row) ? { ...row, json: JSON.stringify(signed.get(row)) } : row
  );
}
