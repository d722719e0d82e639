/**
 * `npm start`: runs Kith on this machine until Ctrl-C.
 *
 * KITH_PORT     the gateway's port, 54321 unless set; 0 = any free one
 * KITH_DB_PORT  Postgres's port, 54322 unless set; 0 = any free one
 * KITH_FOLDER   where the data lies, supabase/.temp/local unless set
 */
import { dataFolder, portFrom } from "./core/settings.ts";
import { type Stack, startStack } from "./stack.ts";
import { describeMail, welcome } from "./welcome.ts";

const begun = Date.now();
let starting: Promise<Stack> | undefined;
let leaving: number | undefined;
let ready = false;

/** Ends every process and then this one. What is just being started is let start first. */
async function leave(code: number, reason?: string): Promise<void> {
  if (leaving !== undefined) return;
  leaving = Date.now();
  if (reason) console.error(`kith: ${reason}`);
  const stack = await starting?.catch(() => undefined);
  await stack?.stop();
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // npm and the terminal may both send the same signal; a later one is a person in a hurry, and
    // then the watchdogs stop what is left.
    if (leaving !== undefined && Date.now() - leaving > 1000) process.exit(1);
    void leave(0);
  });
}
// npm passes signals on to what it started, which is us by the `exec` in package.json; one that npm
// does not survive it cannot pass on, so its end is the signal.
if (process.env["npm_lifecycle_event"]) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void leave(0), 300).unref();
}
process.on("uncaughtException", (error) => void leave(1, error.message));
process.on(
  "unhandledRejection",
  (error) => void leave(1, (error as Error)?.message ?? String(error)),
);
// The terminal or the reader of a pipe may be gone before us.
for (const output of [process.stdout, process.stderr]) output.on("error", () => {});

try {
  starting = startStack({
    folder: dataFolder(),
    gatewayPort: portFrom("KITH_PORT", 54321),
    databasePort: portFrom("KITH_DB_PORT", 54322),
    demo: true,
    page: true,
    onMail: (mail) => console.log(describeMail(mail)),
    // The requests that make the demo data are nobody's news.
    functionLog: (line) => ready && console.log(line),
    supervise: true,
  });
  const stack = await starting;
  ready = true;
  if (leaving === undefined) console.log(welcome(stack, Date.now() - begun));
  void leave(1, await stack.failure);
} catch (error) {
  void leave(1, (error as Error).message);
}
