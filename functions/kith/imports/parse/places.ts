// What a file is, and where the rows of a table and the items of JSON are in a text. The client splits files by it, too, so it
// imports nothing.

/** The content type of each format. */
export const contentTypes = {
  vcard: "text/vcard",
  csv: "text/csv",
  json: "application/json",
  ldif: "text/ldif",
};

export type Format = keyof typeof contentTypes;

/** What a file is by how it begins: its name and the type that a system gives it are wrong too often. */
export function formatIn(beginning: string): Format {
  if (/^\s*BEGIN\s*:\s*VCARD/i.test(beginning)) return "vcard";
  const isEntry = (line: string) => line.trim() !== "" && !/^(#|version:)/i.test(line);
  if (/^dn::? ?\S/i.test(beginning.split(/[\r\n]+/).find(isEntry) ?? "")) return "ldif";
  return /^\s*[{[]/.test(beginning) ? "json" : "csv";
}

/** What ends a line: some programs write a second carriage return. */
export const lineEnd = /\r\r\n|\r\n|\n|\r/g;

/** A row of a CSV file. */
export interface Row {
  line: number;
  /** Null where it cannot be read. */
  cells: string[] | null;
  /** Where it begins, with the rows without text before it, and on which line. */
  start: number;
  startLine: number;
  end: number;
}

/** How many quotation marks may lack an end before the rest of a file is one row. */
const recoveryLimit = 20;

/**
 * Reads CSV (RFC 4180) row by row, with any line ends. Quotation marks within cells without quotation marks are text, and
 * so is what follows a closing one. Of a quotation mark that is never closed only the line is lost. Rows without any
 * text are left out.
 * @param at where the first one begins
 */
export function* readRows(text: string, delimiter: string, at = 0): Generator<Row> {
  const bare = new RegExp(`[^${delimiter === "\t" ? "\\t" : delimiter}\\r\\n]*`, "y");
  let [line, recoveries] = [1, 0];
  let [start, startLine] = [0, 1];
  const takeBare = () => {
    bare.lastIndex = at;
    const part = bare.exec(text)![0];
    at += part.length;
    return part;
  };
  while (at < text.length) {
    const [rowAt, rowLine] = [at, line];
    let cells: string[] | null = [];
    for (;;) {
      let cell = "";
      if (text[at] === '"') {
        const end = closingQuote(text, at);
        if (end === null) {
          cells = null;
          break;
        }
        const quoted = text.slice(at + 1, end);
        line += countLineEnds(quoted);
        cell = quoted.replaceAll('""', '"');
        at = end + 1;
      }
      cells.push(cell + takeBare());
      if (text[at] !== delimiter) break;
      at += 1;
    }
    if (cells === null) {
      line = rowLine;
      const length = text.slice(rowAt).search(/[\r\n]/);
      at = length < 0 || ++recoveries > recoveryLimit ? text.length : rowAt + length;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    at = Math.min(at + 1, text.length);
    line += 1;
    if (cells === null || cells.some((cell) => cell.trim() !== "")) {
      yield { line: rowLine, cells, start, startLine, end: at };
      [start, startLine] = [at, line];
    }
  }
}

/** What may separate cells; the first one is taken where a file does not tell. */
const delimiters = [",", ";", "\t", "|"];

/** Rows among which the header is: LinkedIn writes some notes before it. */
const headRows = 20;

/**
 * What is between the cells of a table, and its header: of the first rows the one with the most known cells. Excel may say
 * the delimiter in a line of its own; else the one that makes the most known cells is taken, or else the one by which the most rows
 * have as many cells as the header: a title may have commas.
 * @param known how many cells of a row look like names of columns
 * @param at where the first row begins
 * @param isByRows whether the rows count first, since nobody knows the names of columns
 */
export function findHeader(
  text: string,
  known: (cells: string[]) => number,
  at = 0,
  isByRows = false,
) {
  const [, said] = /^\W*sep=([,;|\t])"?[\r\n]/i.exec(text.slice(0, 20)) ?? [];
  // The line that says it is no row.
  const firstLine = said === undefined ? 1 : 2;
  const found = (said === undefined ? delimiters : [said]).map((delimiter) => {
    let best = { delimiter, index: 0, line: firstLine, cells: [] as string[], known: -1 };
    let index = 0;
    const sizes: number[] = [];
    for (const { line, cells } of readRows(text, delimiter, at)) {
      if (line < firstLine) continue;
      const row = { delimiter, index, line, cells: cells ?? [], known: known(cells ?? []) };
      if (row.known > best.known) best = row;
      sizes.push(cells?.length ?? 0);
      if (++index === headRows) break;
    }
    const size = best.cells.length;
    const rows = sizes.filter((each) => each === size).length;
    // Beside the header itself.
    const agreeing = size > 1 ? size * (rows - 1) : 0;
    return { ...best, firstLine, agreeing };
  });
  return found.sort((one, other) =>
    (isByRows ? other.agreeing - one.agreeing : 0) || other.known - one.known ||
    other.agreeing - one.agreeing || other.cells.length - one.cells.length
  )[0]!;
}

/** Whether a cell has an e-mail address. */
export const isAddressCell = (cell: string) =>
  cell.length < 255 && /^[^\s@]{1,64}@[^\s@.][^\s@]{3,190}$/.test(cell.trim()) &&
  cell.includes(".");

/** Whether a cell has a phone number and nothing else. */
export const isNumberCell = (cell: string) =>
  cell.length < 50 && /^\+?[\d\s().\/-]+$/.test(cell.trim()) &&
  cell.replace(/\D/g, "").length >= 7;

/** Whether a row is about a person, and no line with the names of columns: it has an address or a number. */
export const isPerson = (cells: string[]) =>
  cells.some((cell) => isAddressCell(cell) || isNumberCell(cell));

/** Where the quotation mark ends that begins here; null where it does not. */
function closingQuote(text: string, start: number): number | null {
  let at = text.indexOf('"', start + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at < 0 ? null : at;
}

function countLineEnds(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\n" || (text[at] === "\r" && text[at + 1] !== "\n")) count += 1;
  }
  return count;
}

/**
 * Finds the lines on which the items of an object's lists begin, and its members that are objects, in text that is valid
 * JSON. `JSON.parse` does not tell them.
 * @returns by member, the line of each item, or first that of the object; of a member that occurs twice those of the last
 * one
 */
export function findItemLines(text: string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  let [depth, member, items] = [0, "", [] as number[]];
  let [isItem, name] = [false, ""];
  for (const [each, line] of readTokens(text)) {
    const isEnd = each === "]" || each === "}";
    if (depth === 2 && isItem && !isEnd) items.push(line);
    isItem = false;
    if (depth === 1 && each.startsWith('"')) name = each;
    if (depth === 1 && each === ":") member = nameOf(name);
    if (depth === 1 && (each === "[" || each === "{")) {
      items = each === "{" ? [line] : [];
      found.set(member, items);
    }
    if (each === "[" || each === "{") depth += 1;
    if (isEnd) depth -= 1;
    isItem = depth === 2 && (each === "," || each === "[");
  }
  return found;
}

/** The lines on which the objects and lists begin that are within so many others, in their order. */
export function findDeepLines(text: string, within: number): number[] {
  const found: number[] = [];
  let depth = 0;
  for (const [each, line] of readTokens(text)) {
    if (each === "[" || each === "{") {
      if (depth === within) found.push(line);
      depth += 1;
    } else if (each === "]" || each === "}") {
      depth -= 1;
    }
  }
  return found;
}

/** The tokens of valid JSON, and the line of each. */
function* readTokens(text: string): Generator<[token: string, line: number]> {
  const token = /"(?:[^"\\\n]|\\.)*"|[[\]{}:,\n]|[^\s"[\]{}:,]+/gy;
  let line = 1;
  for (const space = /[ \t\r]*/y;;) {
    space.lastIndex = token.lastIndex;
    space.exec(text);
    token.lastIndex = space.lastIndex;
    const each = token.exec(text)?.[0];
    if (each === undefined) return;
    if (each === "\n") line += 1;
    else yield [each, line];
  }
}

function nameOf(token: string): string {
  return token.length > 100 ? "" : JSON.parse(token) as string;
}
