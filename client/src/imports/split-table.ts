// Cuts a table into parts, which are told what is found in all of its rows.
import { findRows, saidOfAllRows } from "../../../functions/kith/imports/parse/csv-table.ts";
import type { Row } from "../../../functions/kith/imports/parse/places.ts";
import { bytesOf, decodeText } from "../../../functions/kith/imports/parse/text.ts";
import { Dropped } from "../../../functions/kith/imports/parse/reading.ts";
import { concat, type FileRecord, lineEndsIn, pack, type Part, type Said } from "./part.ts";

/** A row with its bytes, and how many columns it has. */
interface TableRow extends FileRecord {
  written: Uint8Array;
  width: number;
}

/**
 * Parts of a table, each with the line that says the delimiter and with the header. Null where it cannot be read.
 * @param contentType with the charset, where it is known
 */
export function splitTable(bytes: Uint8Array, contentType: string, given: Said): Part[] | null {
  let table;
  try {
    const decoded = decodeText(bytes, contentType);
    table = { ...decoded, ...findRows(decoded, given, new Dropped(), Infinity) };
  } catch {
    return null;
  }
  const { text, isGuessed, delimiter, isHeadless, header, headerRow } = table;
  const encode = isGuessed ? bytesOf : (piece: string) => new TextEncoder().encode(piece);
  const writtenOf = ({ start, end }: Row) => encode(text.slice(start, end));
  const rows = table.rows.map((row): TableRow => {
    const written = writtenOf(row);
    const { startLine: line, cells } = row;
    return { written, bytes: written.length, line, width: cells?.length ?? 0 };
  });
  const line = encode(`sep=${delimiter}\n`);
  const head = concat([line, headerRow ? writtenOf(headerRow) : new Uint8Array()]);
  // It is in UTF-8, as the values of a file in no known charset may be, so that its own is not guessed once more in each part.
  const again = concat([
    line,
    new TextEncoder().encode(headerRow ? lineOf(header, delimiter) : ""),
  ]);
  const said = saidOfAllRows(table, { ...given, timezone: "UTC", country: null });
  return pack(rows, {
    contentType: `text/csv${isGuessed ? "" : "; charset=utf-8"}`,
    frameBytes: () => Math.max(head.length, again.length),
    write(some, isFirst) {
      const start = isFirst ? head : again;
      const before = lineEndsIn(start);
      const width = Math.max(...some.map((row) => row.width));
      const names = new Set(isHeadless ? header.slice(0, width) : []);
      // A request must not name columns that its rows do not have.
      const present = (words: Record<string, string> | undefined) =>
        words && isHeadless
          ? Object.fromEntries(Object.entries(words).filter(([name]) => names.has(name.trim())))
          : words;
      const mapping = present(said.mapping ?? given.mapping);
      const columns = present(said.columns ?? given.columns);
      return {
        bytes: concat([start, ...some.map(({ written }) => written)]),
        lineOf: (line) => Math.max(1, line - before - 1 + some[0]!.line),
        said: {
          ...(mapping && { mapping }),
          ...(given.newFields && { newFields: true }),
          ...(columns && Object.keys(columns).length > 0 && { columns }),
          // The first part asks whether its first row is a contact.
          ...(isFirst && isHeadless && given.header === undefined ? {} : { header: !isHeadless }),
        },
      };
    },
  });
}

/** Cells as a line of a table. */
const lineOf = (cells: string[], delimiter: string) =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter) + "\n";
