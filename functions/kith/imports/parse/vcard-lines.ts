/** A line of a vCard, unfolded, with its value as it stands in the file. */
export interface VcardLine {
  line: number;
  /** Lines of the same group belong together: `item1`. */
  group: string;
  /** In upper case. */
  name: string;
  /** Values by name in upper case; a bare value is a `TYPE` or an `ENCODING`. */
  parameters: Map<string, string[]>;
  value: string;
  /** Whether the vCard is of version 2.1, which escapes less. */
  isOld: boolean;
}

/** A line that follows no grammar has no name. */
export type ReadLine = VcardLine | { line: number; name: null };

const head = /^(?:([\w-]{1,100})\.)?([\w-]{1,100})\s*(?=[;:])/;
const bareEncodings = /^(BASE64|B|QUOTED-PRINTABLE|7BIT|8BIT|BINARY)$/i;
const border = /^(BEGIN|END)\s*:\s*VCARD\s*$/i;

/** The parameters of a line without any. */
const none = new Map<string, string[]>();

/** A line while further ones may continue it. */
interface OpenLine {
  line: number;
  chunks: string[];
  encoding: "text" | "base64" | "quoted-printable";
  isOld: boolean;
}

/**
 * Reads a file of vCards 2.1, 3 or 4 line by line: joins those that are folded (RFC 6350, 3.2), soft line breaks of
 * quoted-printable, and base64 that is continued without a space, as some programs write it.
 */
export function* readLines(text: string): Generator<ReadLine> {
  let [open, isOld]: [OpenLine | null, boolean] = [null, false];
  // Some programs write a second carriage return.
  const lines = text.split(/\r\r\n|\r\n|\n|\r/);
  for (const [index, each] of lines.entries()) {
    if (open !== null && isContinued(open, each)) continue;
    if (open !== null) yield parseLine(open);
    open = null;
    if (each.trim() === "") continue;
    if (/^B/i.test(each) && border.test(each)) isOld = false;
    else if (/^VERSION\s*:\s*2\.1/i.test(each)) isOld = true;
    open = { line: index + 1, chunks: [each], encoding: encodingOf(each), isOld };
  }
  if (open !== null) yield parseLine(open);
}

/** Adds a physical line to the one before, if it belongs to it. */
function isContinued(open: OpenLine, next: string): boolean {
  const last = open.chunks.at(-1)!;
  if (open.encoding === "quoted-printable" && last.endsWith("=")) {
    // A vCard that ends in the middle of a value does not swallow the ones after it.
    if (border.test(next)) return false;
    open.chunks[open.chunks.length - 1] = last.slice(0, -1);
    open.chunks.push(next);
    return true;
  }
  if (next.startsWith(" ") || next.startsWith("\t")) {
    // In version 2.1 the white space is part of the value, because lines are folded before it.
    open.chunks.push(open.isOld ? next : next.slice(1));
    return true;
  }
  if (open.encoding === "base64" && /^[A-Za-z0-9+/]+={0,2}$/.test(next)) {
    open.chunks.push(next);
    return true;
  }
  return false;
}

function encodingOf(line: string): OpenLine["encoding"] {
  const colon = line.indexOf(":");
  const semicolon = line.indexOf(";");
  if (semicolon < 0 || semicolon > colon) return "text";
  const parameters = line.slice(0, Math.min(colon + 1, 1_000));
  if (/;\s*(ENCODING\s*=\s*"?)?QUOTED-PRINTABLE/i.test(parameters)) return "quoted-printable";
  return /;\s*(ENCODING\s*=\s*"?)?(BASE64|B)"?\s*[;:]/i.test(parameters) ? "base64" : "text";
}

function parseLine({ line, chunks, isOld }: OpenLine): ReadLine {
  const text = chunks.join("");
  const [start, group, name] = head.exec(text) ?? [];
  if (start === undefined) return { line, name: null };
  const hasParameters = text[start.length] === ";";
  const parameters = hasParameters ? new Map<string, string[]>() : none;
  const end = hasParameters ? readParameters(text, start.length, parameters) : start.length + 1;
  if (end === null) return { line, name: null };
  const value = text.slice(end);
  return { line, group: group ?? "", name: name!.toUpperCase(), parameters, value, isOld };
}

/** @returns where the value begins; null where the parameters follow no grammar */
function readParameters(
  text: string,
  start: number,
  found: Map<string, string[]>,
): number | null {
  const token = /[^;:,="]*/y;
  const next = () => {
    token.lastIndex = at;
    const part = token.exec(text)![0];
    at += part.length;
    return part;
  };
  let [at, name] = [start, "TYPE"];
  for (;;) {
    const separator = text[at++];
    if (separator === ":") return at;
    let value: string;
    if (separator === ";") {
      const word = next();
      const isNamed = text[at] === "=";
      name = isNamed ? word.trim().toUpperCase() : bareEncodings.test(word) ? "ENCODING" : "TYPE";
      if (isNamed) continue;
      value = word;
    } else if (separator === "=" || separator === ",") {
      if (text[at] === '"') {
        const end = text.indexOf('"', at + 1);
        if (end < 0) return null;
        value = text.slice(at + 1, end);
        at = end + 1;
      } else {
        value = next();
      }
    } else {
      return null;
    }
    if (value === "") continue;
    const values = found.get(name) ?? [];
    values.push(unescapeParameter(value.trim()));
    found.set(name, values);
  }
}

/** RFC 6868. */
function unescapeParameter(value: string): string {
  if (!value.includes("^")) return value;
  return value.replace(/\^([n'^])/g, (_, sign) => sign === "n" ? "\n" : sign === "'" ? '"' : "^");
}
