// Reads a table of contacts: finds its header, and what its columns are.
import type { ReadBy } from "../../core/call.ts";
import { problems } from "../../core/problems.ts";
import { finishContact } from "./finish.ts";
import { columnName, columnNames, findTarget, mapColumns } from "./csv-columns.ts";
import { type Column, type FileDates, readRow } from "./csv-contact.ts";
import { guessTargets, madeUpHeader } from "./csv-headless.ts";
import { englishColumn, isEmptyWord } from "./csv-languages.ts";
import {
  Dropped,
  isTooLong,
  type Mapping,
  type ParsedFile,
  parsedFile,
  type Question,
  type ReadOptions,
  recordLimit,
} from "./types.ts";
import { type DecodedText, Guess } from "./text.ts";
import { findHeader, isPerson, readRows, type Row } from "./places.ts";
import { type DayOrder, dayOrderIn, dayOrderOf } from "./dates.ts";

/** Characters in which the header and the delimiter are looked for. */
const headLimit = 65_536;

/** Columns that a file may have; Outlook writes a hundred, Google two for each address and number of a contact. */
const columnLimit = 1_000;

/**
 * Reads contacts of a CSV file by the names of its columns, or by a mapping of them.
 * @throws Problem validation_failed where the columns are not known, payload_too_large where there are too many records
 */
export function parseCsvFile(decoded: DecodedText, options: ReadOptions): ParsedFile {
  const { text } = decoded;
  const { mapping, columns: said } = options;
  const found = findHeader(text.slice(0, headLimit), knownIn(mapping));
  const isHeadless = options.header === undefined
    ? found.known === 0 && isPerson(found.cells)
    : !options.header;
  const dropped = new Dropped();
  const guess = new Guess(decoded, dropped);
  const rows: Row[] = [];
  let header: string[] | undefined;
  for (const row of readRows(text, found.delimiter)) {
    if (row.line < found.line && options.header !== false) continue;
    if (decoded.isGuessed && row.cells) row.cells = row.cells.map((cell) => guess.decode(cell));
    if (header === undefined && !isHeadless) {
      header = (row.cells ?? []).map((cell) => cell.trim());
      if (header.length > columnLimit) {
        throw wrong(`The file has more than ${columnLimit} columns.`);
      }
      continue;
    }
    if (rows.push(row) > recordLimit) throw problems.tooManyRecords(recordLimit);
  }
  const width = rows.reduce((most, { cells }) => Math.max(most, cells?.length ?? 0), 0);
  header ??= isHeadless ? madeUpHeader(Math.min(width, columnLimit)) : [];
  const columns = isHeadless && !mapping
    ? withSaid(headlessColumns(header, rows, options), said)
    : columnsOf(header, rows, options);
  for (const { cells } of rows) if (cells) clearLong(cells, columns, dropped);
  const dates = findDates(columns, rows, options);
  const read = rows.map(({ line, cells }) => {
    const problem = cells === null
      ? "A quotation mark is not closed. This line is left out."
      : cells.slice(columns.length).some((cell) => cell.trim() !== "")
      ? `This row has ${cells.length} cells, the header has ${columns.length}.`
      : null;
    return problem === null
      ? finishContact(readRow(line, cells!, columns, dates, dropped), dropped)
      : { line, message: problem };
  });
  const isAsked = isHeadless && options.header === undefined;
  const questions = [...isAsked ? [headerQuestion(rows[0]!)] : [], ...questionsOf(dates, columns)];
  return { ...parsedFile("csv", read, dropped), questions };
}

/** The columns of a table without a header, by what stands in them. */
function headlessColumns(header: string[], rows: Row[], options: ReadOptions): Column[] {
  const cells = rows.flatMap((row) => row.cells === null ? [] : [row.cells]);
  const dates = { timezone: options.timezone, order: dayOrderIn(options.country) };
  const targets = guessTargets(header, cells, dates);
  return header.map((name, index) => ({ header: name, target: targets[index]! }));
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

/** What each column is: what is said of it, else what its name says or the mapping. */
function columnsOf(
  header: string[],
  rows: Row[],
  { mapping, columns: said }: ReadOptions,
): Column[] {
  if (mapping) {
    const targets = mapColumns(header, mapping);
    return withSaid(header.map((name, index) => ({ header: name, target: targets[index]! })), said);
  }
  const names = columnNames(header);
  const others = new Set(names);
  const columns = withSaid(
    header.map((name, index) => ({ header: name, target: findTarget(names[index]!, others) })),
    said,
  );
  if (header.length > 0 && columns.every(({ target }) => target === null)) {
    throw wrong("None of the columns is known. Say with a mapping what they are.");
  }
  // One known title among others with text would make people without names.
  const isNamed = columns.some(({ target }) =>
    target !== null && nameTargets.includes(target.field)
  );
  if (!isNamed && !said && columns.some((column, index) => hasUnknownText(column, index, rows))) {
    throw wrong("No column of names is known. Say with a mapping what the columns are.");
  }
  return columns;
}

const nameTargets: string[] = [
  "firstName",
  "lastName",
  "middleName",
  "name",
  "nickname",
  "company",
];

/** Whether a column with a name that is not known has words. */
function hasUnknownText({ header, target }: Column, index: number, rows: Row[]): boolean {
  return target === null && header !== "" &&
    rows.some(({ cells }) => {
      const cell = cells?.[index]?.slice(0, 100).trim() ?? "";
      return /\p{L}/u.test(cell) && !isEmptyWord(cell);
    });
}

/** The columns with what a request says of some. */
function withSaid(columns: Column[], said: Mapping | undefined): Column[] {
  if (!said) return columns;
  const names = new Set(Object.keys(said).map((name) => name.trim()));
  const targets = mapColumns(columns.map(({ header }) => header), said, "columns");
  return columns.map((column, index) =>
    names.has(column.header) ? { ...column, target: targets[index]! } : column
  );
}

/**
 * Whether the day or the month comes first: what is said of the column, else what its own days tell, else those in unknown
 * columns, else the country of the profile, else the language of the file, if its countries write the day first.
 */
function findDates(columns: Column[], rows: Row[], { timezone, country }: ReadBy): FileDates {
  const dates = { timezone, uncertain: [] };
  const place = columns.findIndex(({ target }) => target?.field === "birthday");
  if (place < 0) return { ...dates, order: dayOrderIn(country) };
  const { header, target } = columns[place]!;
  if (target!.label !== null) return { ...dates, order: target!.label as DayOrder };
  const own = rows.map(({ cells }) => cells?.[place] ?? "");
  const others = () =>
    rows.flatMap(({ cells }) =>
      columns.flatMap((column, index) => {
        const text = cells?.[index] ?? "";
        return column.target === null && /[./-]\d{4}\b/.test(text) ? [text] : [];
      })
    );
  const isEnglish = englishColumn(columnName(header)) === null;
  const order = dayOrderOf(own) ?? dayOrderOf(others()) ?? dayOrderIn(country) ??
    (isEnglish ? null : "day-first");
  return { ...dates, order };
}

/** Values that a question names. */
const exampleLimit = 3;

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
