/** A row of a CSV file; without cells where it cannot be read. */
export interface Row {
  line: number;
  cells: string[] | null;
}

/** How many quotation marks may lack an end before the rest of a file is one row. */
const recoveryLimit = 20;

/**
 * Reads CSV (RFC 4180) row by row, with any line ends. Quotation marks within cells without quotation marks are text, and
 * so is what follows a closing one. Of a quotation mark that is never closed only the line is lost. Rows without any
 * text are left out.
 */
export function* readRows(text: string, delimiter: string): Generator<Row> {
  const bare = new RegExp(`[^${delimiter === "\t" ? "\\t" : delimiter}\\r\\n]*`, "y");
  let [at, line, recoveries] = [0, 1, 0];
  const takeBare = () => {
    bare.lastIndex = at;
    const part = bare.exec(text)![0];
    at += part.length;
    return part;
  };
  while (at < text.length) {
    const start = at;
    let row: Row = { line, cells: [] };
    for (;;) {
      let cell = "";
      if (text[at] === '"') {
        const end = closingQuote(text, at);
        if (end === null) {
          row = { line: row.line, cells: null };
          break;
        }
        const quoted = text.slice(at + 1, end);
        line += countLineEnds(quoted);
        cell = quoted.replaceAll('""', '"');
        at = end + 1;
      }
      row.cells!.push(cell + takeBare());
      if (text[at] !== delimiter) break;
      at += 1;
    }
    if (row.cells === null) {
      at = start;
      line = row.line;
      const end = text.slice(start, text.length).search(/[\r\n]/);
      at = end < 0 || ++recoveries > recoveryLimit ? text.length : start + end;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    at += 1;
    line += 1;
    if (row.cells === null || row.cells.some((cell) => cell.trim() !== "")) yield row;
  }
}

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
