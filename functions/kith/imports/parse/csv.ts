// Reads a table of contacts: finds its header, and what its columns are.
import { problems } from "../../core/problems.ts";
import { finishContact } from "./finish.ts";
import { columnName, columnNames, findTarget, mapColumns } from "./csv-columns.ts";
import { type Column, readRow } from "./csv-contact.ts";
import { englishColumn } from "./csv-languages.ts";
import {
  Dropped,
  isTooLong,
  type Mapping,
  type ParsedFile,
  parsedFile,
  recordLimit,
} from "./types.ts";
import { type DecodedText, Guess } from "./text.ts";
import { findHeader, readRows, type Row } from "./places.ts";
import { type DayOrder, dayOrderOf, type FoundOrder } from "./values.ts";

/** Characters in which the header and the delimiter are looked for. */
const headLimit = 65_536;

/** Columns that a file may have; Outlook writes a hundred, Google two for each address and number of a contact. */
const columnLimit = 1_000;

/**
 * Reads contacts of a CSV file by the names of its columns, or by a mapping of them.
 * @throws Problem validation_failed where the columns are not known, payload_too_large where there are too many records
 */
export function parseCsvFile(decoded: DecodedText, mapping: Mapping | undefined): ParsedFile {
  const { text } = decoded;
  const { delimiter, line: start } = findHeader(text.slice(0, headLimit), knownIn(mapping));
  const dropped = new Dropped();
  const guess = new Guess(decoded, dropped);
  const rows: Row[] = [];
  let header: string[] | undefined;
  for (const row of readRows(text, delimiter)) {
    if (row.line < start) continue;
    if (header === undefined) {
      header = (row.cells ?? []).map((cell) => guess.decode(cell).trim());
      if (header.length > columnLimit) {
        throw wrong(`The file has more than ${columnLimit} columns.`);
      }
      continue;
    }
    if (decoded.isGuessed && row.cells) row.cells = row.cells.map((cell) => guess.decode(cell));
    if (rows.push(row) > recordLimit) throw problems.tooManyRecords(recordLimit);
  }
  const columns = columnsOf(header ?? [], mapping);
  for (const { cells } of rows) if (cells) clearLong(cells, columns, dropped);
  const order = findDayOrder(columns, rows);
  const found = rows.map(({ line, cells }) => {
    const problem = cells === null
      ? "A quotation mark is not closed. This line is left out."
      : cells.slice(columns.length).some((cell) => cell.trim() !== "")
      ? `This row has ${cells.length} cells, the header has ${columns.length}.`
      : null;
    return problem === null
      ? finishContact(readRow(line, cells!, columns, order, dropped), dropped)
      : { line, message: problem };
  });
  return parsedFile("csv", found, dropped);
}

/** Empties the cells that are too long to be looked at. */
function clearLong(cells: string[], columns: Column[], dropped: Dropped): void {
  columns.forEach(({ header, target }, index) => {
    if (target?.field === "note" || target?.field === "description") return;
    if (isTooLong(cells[index]?.length ?? 0, header, dropped)) cells[index] = "";
  });
}

function wrong(message: string) {
  return problems.validationFailed([{ in: "body", pointer: "", code: "invalid_format", message }]);
}

/** What counts the columns of a row that are known, or are named by the mapping. */
function knownIn(mapping: Mapping | undefined): (cells: string[]) => number {
  const wanted = mapping && new Set(Object.keys(mapping).map(columnName));
  return (cells) => {
    const given = cells.slice(0, columnLimit);
    const names = new Set(wanted ? given.map(columnName) : columnNames(given));
    const isKnown = (name: string) => wanted ? wanted.has(name) : findTarget(name, names) !== null;
    return [...names].filter(isKnown).length;
  };
}

function columnsOf(header: string[], mapping: Mapping | undefined): Column[] {
  if (mapping) {
    const targets = mapColumns(header, mapping);
    return header.map((name, index) => ({ header: name, target: targets[index]! }));
  }
  const names = columnNames(header);
  const others = new Set(names);
  const columns = header.map((name, index) => ({
    header: name,
    target: findTarget(names[index]!, others),
  }));
  if (header.length > 0 && columns.every(({ target }) => target === null)) {
    throw wrong("None of the columns is known. Say with a mapping what they are.");
  }
  return columns;
}

/**
 * Whether the day or the month comes first: what the mapping says, else what birthdays and days in unknown columns tell, else
 * where the file is in a language whose countries write the day first.
 */
function findDayOrder(columns: Column[], rows: Row[]): FoundOrder {
  const birthday = columns.find(({ target }) => target?.field === "birthday");
  if (!birthday) return { order: "month-first", isCertain: true };
  if (birthday.target!.label !== null) {
    return { order: birthday.target!.label as DayOrder, isCertain: true };
  }
  const texts = rows.flatMap(({ cells }) =>
    columns.flatMap((column, index) => {
      const text = cells?.[index] ?? "";
      const isTold = column === birthday || (column.target === null && /[./-]\d{4}\b/.test(text));
      return isTold ? [text] : [];
    })
  );
  const isEnglish = englishColumn(columnName(birthday.header)) === null;
  return dayOrderOf(texts, isEnglish ? undefined : "day-first");
}
