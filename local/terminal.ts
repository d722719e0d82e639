// How `npm start` prints requests.
import { parseArgs } from "node:util";
import type { Mail } from "./core/mail.ts";
import { linkIn } from "./lite/mail.ts";
import type { Stack } from "./stack.ts";

/** How `npm start` prints requests: in words, or as the JSON lines that the function logs. */
export interface Style {
  readonly log: "text" | "json";
  readonly colour: boolean;
}

/** The properties of standard output that are used. */
type Output = Pick<NodeJS.WriteStream, "isTTY"> & { getColorDepth?: () => number };

/**
 * Words where a person reads, JSON where a program does; `--log` decides otherwise. `getColorDepth` respects NO_COLOR.
 * @throws an error in one line for any other argument
 */
export function chooseStyle(args: string[], output: Output): Style {
  const { values } = parseArgs({ args, options: { log: { type: "string" } } });
  const log = values.log ?? (output.isTTY ? "text" : "json");
  if (log !== "text" && log !== "json") {
    throw new Error(`--log takes text or json, not "${log}".`);
  }
  return { log, colour: output.isTTY === true && (output.getColorDepth?.() ?? 1) > 1 };
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blueLine: "4;34", inverse: 7 };

function paint({ colour }: Style, code: keyof typeof codes, text: string): string {
  return colour ? `\x1b[${codes[code]}m${text}\x1b[0m` : text;
}

/** A line of the function's log as it is printed; lines that are not about a request stay unchanged, those of the clock are left out. */
export function describeLine(line: string, style: Style): string | undefined {
  const entry = style.log === "text" ? requestIn(line) : undefined;
  if (!entry) return line;
  const { time, method, route, status, durationMs, code, cause } = entry;
  if (route === "/tick" && status < 400) return undefined;
  const result = paint(style, colourOf(status), code ? `${status} ${code}` : `${status}`);
  const took = paint(style, "dim", `${Math.round(durationMs)} ms`);
  const clock = paint(style, "dim", new Date(time).toTimeString().slice(0, 8));
  // The cause of an ordinary refusal is what its code says already.
  const why = cause && status >= 500 ? `: ${cause.split("\n")[0]}` : "";
  return `${clock}  ${method} ${route ?? "(no route)"} → ${result}${why}  ${took}`;
}

interface Entry {
  time: string;
  method: string;
  route: string | null;
  status: number;
  durationMs: number;
  code: string | null;
  cause: string | null;
}

function requestIn(line: string): Entry | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const entry = JSON.parse(line) as Partial<Entry>;
    return entry.method && entry.status && entry.time ? entry as Entry : undefined;
  } catch {
    return undefined;
  }
}

const colourOf = (status: number) => status >= 500 ? "red" : status >= 400 ? "yellow" : "green";

/** A mail that is printed instead of sent: its subject and its link, apart from the lines of requests. */
export function describeMail(mail: Mail, style: Style): string {
  const { to, subject } = mail;
  const heading = paint(
    style,
    "inverse",
    ` ${to.startsWith("https:") ? "Message" : "Mail"} to ${to} `,
  );
  const rule = paint(style, "dim", "─".repeat(72));
  const link = linkIn(mail);
  return [
    "",
    rule,
    `${heading} not sent from here: ${paint(style, "bold", subject)}`,
    "",
    // Auth's are to be followed, Kith's to be read.
    ...mail.isNotice && mail.text
      ? mail.text.split("\n").map((line) => `  ${line}`)
      : [`  ${link ? paint(style, "blueLine", link) : "(no link)"}`],
    rule,
    "",
  ].join("\n");
}

/** What `npm start` prints once everything is ready. */
export function welcome(stack: Stack, milliseconds: number): string {
  const { demo } = stack;
  const base = `${stack.url}/functions/v1/kith/api/v1`;
  const rows: [string, string | undefined][] = [
    ["Settings page", stack.pageFailure ? `missing: ${stack.pageFailure}` : stack.url],
    ["API", base],
    ["Reference", `${stack.url}/reference`],
    ["Supabase", stack.url],
    ["Publishable key", stack.publishableKey],
    ["Secret key", stack.secretKey],
    ["Database", stack.databaseUrl],
    ["Demo account", demo?.login && `${demo.login.email} / ${demo.login.password}`],
    ["API key", demo?.apiKey],
  ];
  const lines = rows.filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name.padEnd(16)}${value}`);
  const next = demo?.apiKey
    ? `Try it:\n\n  curl -H "Authorization: Bearer ${demo.apiKey}" "${base}/contacts"\n`
    : "Create an API key on the settings page.\n";
  return [
    `\nKith is ready (${(milliseconds / 1000).toFixed(1)} s). Ctrl-C stops it.\n`,
    ...lines,
    "",
    next,
  ].filter((line) => line !== undefined).join("\n");
}
