import { asciiOf, cr, lf, quote } from "./lines.ts";
import { packSpans, type Part, type Span } from "./part.ts";

/** A row of a table, and how many of its cells are not empty. */
interface Row extends Span {
  filled: number;
}

/** What may separate cells; the first one is taken where the file does not tell. */
const delimiters = [",", ";", "\t", "|"];

/** Rows among which the header is; some programs write notes before it. */
const headRows = 20;

/** How many quotation marks may lack an end before the rest of a file is one row. */
const recoveryLimit = 20;

/** Parts of a table (RFC 4180), each of which begins with everything up to the header and ends where a row ends. */
export function splitCsv(bytes: Uint8Array, contentType: string): Part[] {
  const rows = [...readRows(bytes, findDelimiter(bytes))];
  const header = findHeader(rows);
  const first = rows[header + 1];
  const headEnd = first?.start ?? bytes.length;
  const head = bytes.subarray(0, headEnd);
  const file = { bytes, contentType, head, headLines: (first?.line ?? 1) - 1 };
  return packSpans(file, rows.slice(header + 1));
}

/** The first of the rows at the beginning that has the most cells with text. */
function findHeader(rows: Row[]): number {
  const filled = rows.slice(0, headRows).map((row) => row.filled);
  return filled.indexOf(Math.max(...filled));
}

/** What is between cells: what Excel's first line says, else what gives the header the most cells. */
function findDelimiter(bytes: Uint8Array): string {
  const [, said] = /^\W*sep=([,;|\t])"?[\r\n]/i.exec(asciiOf(bytes.subarray(0, 20))) ?? [];
  if (said !== undefined) return said;
  const most = delimiters.map((delimiter) => {
    const rows: Row[] = [];
    for (const row of readRows(bytes, delimiter)) if (rows.push(row) === headRows) break;
    return Math.max(0, ...rows.map(({ filled }) => filled));
  });
  return delimiters[most.indexOf(Math.max(...most))]!;
}

/**
 * Reads rows as the service does: a quotation mark opens a cell only at its beginning, and of one that is never closed only
 * the line is lost. Rows without any text belong to the one after.
 */
function* readRows(bytes: Uint8Array, delimiter: string): Generator<Row> {
  const between = delimiter.charCodeAt(0);
  let [at, line, recoveries] = [bytes[0] === 0xef ? 3 : 0, 1, 0];
  let row: Row = { start: 0, line, end: 0, filled: 0 };
  while (at < bytes.length) {
    const [start, startLine] = [at, line];
    for (;;) {
      const cell = at;
      if (bytes[at] === quote) {
        const end = closingQuote(bytes, at);
        if (end < 0) {
          at = ++recoveries > recoveryLimit ? bytes.length : lineEnd(bytes, start);
          [row.filled, line] = [1, startLine];
          break;
        }
        line += countLineEnds(bytes, at, end);
        at = end + 1;
      }
      while (at < bytes.length && ![between, cr, lf].includes(bytes[at]!)) at += 1;
      if (at > cell) row.filled += 1;
      if (bytes[at] !== between) break;
      at += 1;
    }
    if (bytes[at] === cr && bytes[at + 1] === lf) at += 1;
    at = Math.min(at + 1, bytes.length);
    line += 1;
    if (row.filled > 0) {
      yield { ...row, end: at };
      row = { start: at, line, end: at, filled: 0 };
    }
  }
}

/** Where the quotation mark ends that begins here; -1 where it does not. */
function closingQuote(bytes: Uint8Array, start: number): number {
  let at = bytes.indexOf(quote, start + 1);
  while (at >= 0 && bytes[at + 1] === quote) at = bytes.indexOf(quote, at + 2);
  return at;
}

function lineEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== lf && bytes[at] !== cr) at += 1;
  return at;
}

function countLineEnds(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    if (bytes[at] === lf || (bytes[at] === cr && bytes[at + 1] !== lf)) count += 1;
  }
  return count;
}
