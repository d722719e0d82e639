// Reads a table of contacts, row by row.
import { recordLimit } from "../../core/limits.ts";
import { finishContact } from "./finish.ts";
import type { Column } from "./csv-columns.ts";
import { readRow } from "./csv-contact.ts";
import type { FileDates } from "./dates.ts";
import { findColumns, findDates, findRows } from "./csv-table.ts";
import {
  Dropped,
  exampleLimit,
  isTooLong,
  type ParsedFile,
  parsedFile,
  type Question,
  type ReadOptions,
} from "./types.ts";
import type { DecodedText } from "./text.ts";
import type { Row } from "./places.ts";

/**
 * Reads contacts of a CSV file by the names of its columns, or by a mapping of them.
 * @throws Problem validation_failed where the columns are not known, payload_too_large where there are too many records
 */
export function parseCsvFile(decoded: DecodedText, options: ReadOptions): ParsedFile {
  const dropped = new Dropped();
  const found = findRows(decoded, options, dropped, recordLimit);
  const { isHeadless, rows } = found;
  const columns = findColumns(found, options).map((column) =>
    options.newFields && column.target === null && column.header.trim() !== ""
      ? { ...column, target: { field: "own", slot: column.header, label: null } as const }
      : column
  );
  for (const { line, cells } of rows) {
    dropped.at(line);
    if (cells) clearLong(cells, columns, dropped);
  }
  const dates = findDates(columns, rows, options);
  const read = rows.map(({ line, cells }) => {
    const problem = cells === null
      ? "A quotation mark is not closed. This line is left out."
      : cells.slice(columns.length).some((cell) => cell.trim() !== "")
      ? `This row has ${cells.length} cells, the header has ${columns.length}.`
      : null;
    dropped.at(line);
    return problem === null
      ? finishContact(readRow(line, cells!, columns, dates, dropped), dropped)
      : { line, message: problem };
  });
  const isAsked = isHeadless && options.header === undefined;
  const questions = [...isAsked ? [headerQuestion(rows[0]!)] : [], ...questionsOf(dates, columns)];
  return { ...parsedFile("csv", read, dropped), questions };
}

/** Says that the first line is read as a contact. */
const headerQuestion = ({ cells }: Row): Question => ({
  kind: "header",
  column: null,
  count: 1,
  examples: (cells ?? []).filter((cell) => cell.trim() !== "").slice(0, exampleLimit)
    .map((cell) => cell.trim().slice(0, 100)),
  readAs: "false",
  answers: ["true", "false"],
});

/** Empties the cells that are too long to be looked at. */
function clearLong(cells: string[], columns: Column[], dropped: Dropped): void {
  columns.forEach(({ header, target }, index) => {
    if (target?.field === "note" || target?.field === "description") return;
    if (isTooLong(cells[index]?.length ?? 0, header, dropped)) cells[index] = "";
  });
}

/** What the days of a file do not tell. */
function questionsOf({ uncertain }: FileDates, columns: Column[]): Question[] {
  const column = columns.find(({ target }) => target?.field === "birthday");
  if (uncertain.length === 0 || !column) return [];
  return [{
    kind: "dayOrder",
    column: column.header,
    count: uncertain.length,
    examples: [...new Set(uncertain)].slice(0, exampleLimit),
    readAs: "birthday:month-first",
    answers: ["birthday:day-first", "birthday:month-first"],
  }];
}
