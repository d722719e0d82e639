// Finds what all rows of a table are read by: its header, what its columns are, whether the day or the month comes first. The client
// asks it before it sends a table in parts, so it knows no schemas.
import type { ReadBy } from "../../core/call.ts";
import { problems } from "../../core/problems.ts";
import {
  byCountry,
  type Column,
  columnName,
  columnNames,
  findTarget,
  mapColumns,
  wordOf,
} from "./csv-columns.ts";
import { guessTargets, madeUpHeader } from "./csv-headless.ts";
import { englishColumn, isEmptyWord } from "./csv-languages.ts";
import { type Dropped, isTooLong, type Mapping, type ReadOptions } from "./reading.ts";
import { type DecodedText, Guess } from "./text.ts";
import { findHeader, isPerson, readRows, type Row } from "./places.ts";
import { type DayOrder, dayOrderIn, dayOrderOf, type FileDates } from "./dates.ts";

/** Characters in which the header and the delimiter are looked for. */
const headLimit = 65_536;

/** Columns that a file may have; Outlook writes a hundred, Google two for each address and number of a contact. */
const columnLimit = 1_000;

/** The rows of a table, and their header. */
export interface FoundRows {
  delimiter: string;
  /** Whether the first row is a contact; then the names of the columns are made up. */
  isHeadless: boolean;
  header: string[];
  /** The row of the header. */
  headerRow: Row | null;
  rows: Row[];
}

/**
 * Finds the header and the rows of a table.
 * @throws Problem validation_failed where it has too many columns, payload_too_large where it has more rows than the limit
 */
export function findRows(
  decoded: DecodedText,
  options: Pick<ReadOptions, "mapping" | "header">,
  dropped: Dropped,
  limit: number,
): FoundRows {
  const { text } = decoded;
  const found = findHeader(text.slice(0, headLimit), knownIn(options.mapping));
  const isHeadless = options.header === undefined
    ? found.known === 0 && isPerson(found.cells)
    : !options.header;
  const guess = new Guess(decoded, dropped);
  const rows: Row[] = [];
  let headerRow: Row | null = null;
  for (const row of readRows(text, found.delimiter)) {
    if (row.line < (options.header === false ? found.firstLine : found.line)) continue;
    if (decoded.isGuessed && row.cells) row.cells = row.cells.map((cell) => guess.decode(cell));
    if (headerRow === null && !isHeadless) {
      headerRow = row;
      if ((row.cells ?? []).length > columnLimit) {
        throw wrong(`The file has more than ${columnLimit} columns.`);
      }
      continue;
    }
    if (rows.push(row) > limit) throw problems.tooManyRecords(limit);
  }
  const width = rows.reduce((most, { cells }) => Math.max(most, cells?.length ?? 0), 0);
  const header = isHeadless
    ? madeUpHeader(Math.min(width, columnLimit))
    : (headerRow?.cells ?? []).map((cell) =>
      isTooLong(cell.length, "the name of a column", dropped) ? "" : cell.trim()
    );
  return { delimiter: found.delimiter, isHeadless, header, headerRow, rows };
}

/**
 * What the columns of a table are.
 * @throws Problem validation_failed where they are not known
 */
export function findColumns(found: FoundRows, options: ReadOptions): Column[] {
  return found.isHeadless && !options.mapping
    ? withSaid(headlessColumns(found, options), options.columns)
    : columnsOf(found, options);
}

/** The columns of a table without a header, by what stands in them. */
function headlessColumns({ header, rows }: FoundRows, options: ReadOptions): Column[] {
  const cells = rows.flatMap((row) => row.cells === null ? [] : [row.cells]);
  const dates = { timezone: options.timezone, order: dayOrderIn(options.country) };
  const targets = guessTargets(header, cells, dates);
  return header.map((name, index) => ({ header: name, target: targets[index]! }));
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
function columnsOf({ header, rows }: FoundRows, { mapping, columns: said }: ReadOptions): Column[] {
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
  if (!isNamed && !said && hasUnknownText(columns, rows)) {
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

/** Whether one of the columns with names that are not known has words. */
function hasUnknownText(columns: Column[], rows: Row[]): boolean {
  const unknown = columns.flatMap(({ header, target }, index) =>
    target === null && header !== "" ? [index] : []
  );
  return rows.some(({ cells }) =>
    cells !== null && unknown.some((index) => {
      const cell = cells[index] ?? "";
      return cell !== "" && /\p{L}/u.test(cell) && !isEmptyWord(cell.trim());
    })
  );
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

/** The column of birthdays; -1 where there is none. */
const birthdayColumn = (columns: Column[]) =>
  columns.findIndex(({ target }) => target?.field === "birthday");

/** What the days of a table tell of their order: those of its birthdays, else those in unknown columns. */
export function toldOrder(columns: Column[], rows: Row[]): DayOrder | null {
  const place = birthdayColumn(columns);
  const own = rows.map(({ cells }) => cells?.[place] ?? "");
  const others = () =>
    rows.flatMap(({ cells }) =>
      columns.flatMap((column, index) => {
        const text = cells?.[index] ?? "";
        return column.target === null && /[./-]\d{4}\b/.test(text) ? [text] : [];
      })
    );
  return dayOrderOf(own) ?? dayOrderOf(others());
}

/**
 * Whether the day or the month comes first: what is said of the column, else what the days tell, else the country of the profile, else
 * the language of the file, if its countries write the day first.
 */
export function findDates(
  columns: Column[],
  rows: Row[],
  { timezone, country }: ReadBy,
): FileDates {
  const dates = { timezone, uncertain: [] };
  const { header, target } = columns[birthdayColumn(columns)] ?? {};
  if (header === undefined) return { ...dates, order: dayOrderIn(country) };
  const { label } = target!;
  if (label !== null && label !== byCountry) return { ...dates, order: label as DayOrder };
  const told = label === byCountry ? null : toldOrder(columns, rows);
  const isEnglish = englishColumn(columnName(header)) === null;
  const order = told ?? dayOrderIn(country) ?? (isEnglish ? null : "day-first");
  return { ...dates, order };
}

/** Characters of a parameter that says what columns are. */
const saidLimit = 8_000;

/**
 * What a request with some of the rows of a table has to say, so that they are read as all of them are: what the columns are where that
 * is found by what stands in them, and in which order their days are.
 */
export function saidOfAllRows(
  found: FoundRows,
  options: ReadOptions,
): Pick<ReadOptions, "mapping" | "columns"> {
  let columns: Column[];
  try {
    columns = findColumns(found, options);
  } catch {
    // Any part of it is refused with the reason.
    return {};
  }
  const guessed = headlessColumns(found, options).flatMap(({ header, target }) => {
    const word = wordOf(target);
    return word === null ? [] : [[header, word] as const];
  });
  const { header, target } = columns[birthdayColumn(columns)] ?? {};
  const order = header !== undefined && target!.label === null
    ? { [header]: `birthday:${toldOrder(columns, found.rows) ?? byCountry}` }
    : {};
  const said = { ...options.columns, ...order };
  const isLong = JSON.stringify(said).length > saidLimit;
  return {
    ...(found.isHeadless && !options.mapping ? { mapping: Object.fromEntries(guessed) } : {}),
    ...(!isLong && Object.keys(said).length > 0 ? { columns: said } : {}),
  };
}
