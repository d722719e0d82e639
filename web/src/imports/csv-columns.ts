/** Bytes in which the header of a table is looked for. */
const headBytes = 65_536;
/** Rows among which the header is; some programs write notes before it. */
const headRows = 20;
const delimiters = [",", ";", "\t", "|"];

/** The names of a table's columns; none where the file is no table. */
export async function readColumns(file: Blob): Promise<string[]> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const text = decode(bytes).replace(/^sep=.[\r\n]+/i, "");
  if (text.includes("\0") || /^\s*(BEGIN:VCARD|[{[]|dn::? )/i.test(text)) return [];
  const headers = delimiters.map((delimiter) => headerOf(text, delimiter));
  const header = headers.sort((one, other) => other.length - one.length)[0]!;
  return [...new Set(header)];
}

function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

/** The first of the rows at the beginning that has the most cells with text. */
function headerOf(text: string, delimiter: string): string[] {
  let header: string[] = [];
  let count = 0;
  for (const row of readRows(text, delimiter)) {
    const filled = row.map((cell) => cell.trim()).filter((cell) => cell !== "");
    if (filled.length > header.length) header = filled;
    if (++count === headRows) break;
  }
  return header;
}

function* readRows(text: string, delimiter: string): Generator<string[]> {
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], "", false];
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (isQuoted && char === '"' && text[at + 1] === '"') {
      cell += text[++at]!;
    } else if (char === '"' && (isQuoted || cell === "")) {
      isQuoted = !isQuoted;
    } else if (isQuoted || (char !== delimiter && char !== "\n" && char !== "\r")) {
      cell += char;
    } else {
      row.push(cell);
      cell = "";
      if (char === delimiter) continue;
      yield row;
      row = [];
    }
  }
  yield [...row, cell];
}
