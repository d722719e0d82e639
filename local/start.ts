/** `npm start`: runs Kith on this machine until Ctrl-C. */
import { describeError, printUsageIfAsked } from "./core/command.ts";
import { dataFolder, portFrom } from "./core/settings.ts";
import { followChanges } from "./follow-changes.ts";
import { type Stack, startStack } from "./stack.ts";
import { chooseStyle, describeLine, describeMail, welcome } from "./terminal.ts";

printUsageIfAsked(`npm start [-- --log=text|json]

Runs Postgres, Auth, REST, Storage, the API and the settings page on this machine until Ctrl-C.

  --log         prints requests in words or as JSON; in words where the terminal is one, unless set

  KITH_PORT     the gateway's port, 54321 unless set; 0 = any free one
  KITH_DB_PORT  Postgres's port, 54322 unless set; 0 = any free one
  KITH_FOLDER   where the data is kept, supabase/.temp/local unless set
  NO_COLOR      no colours, where it is not empty`);

const begun = Date.now();
let starting: Promise<Stack> | undefined;
let stoppingSince: number | undefined;
let ready = false;

/** Ends every process and then this one. Waits for a start in progress. */
async function quit(code: number, reason?: string): Promise<void> {
  if (stoppingSince !== undefined) return;
  stoppingSince = Date.now();
  if (reason) console.error(`kith: ${reason}`);
  const stack = await starting?.catch(() => undefined);
  await stack?.stop();
  process.exit(code);
}

/** A fault that no request caught: it ends a start, but once the stack runs no request of anybody's may end it. */
function reportFault(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  if (ready) console.error(`kith: unexpected: ${message}`);
  else void quit(1, message);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // npm and the terminal may both send the same signal. A signal more than a second later means
    // that the user wants to quit at once; the watchdogs then stop the other processes.
    if (stoppingSince !== undefined && Date.now() - stoppingSince > 1000) process.exit(1);
    void quit(0);
  });
}
// npm passes signals on to this process (hence the `exec` in package.json), but not the one that kills
// npm itself, so a changed parent counts as a signal.
if (process.env["npm_lifecycle_event"]) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void quit(0), 300).unref();
}
process.on("uncaughtException", reportFault).on("unhandledRejection", reportFault);
// The terminal or the reader of a pipe may close before this process ends.
for (const output of [process.stdout, process.stderr]) output.on("error", () => {});

try {
  const style = chooseStyle(process.argv.slice(2), process.stdout);
  starting = startStack({
    folder: dataFolder(),
    gatewayPort: portFrom("KITH_PORT", 54321),
    databasePort: portFrom("KITH_DB_PORT", 54322),
    demo: true,
    page: true,
    clock: true,
    onMail: (mail) => console.log(describeMail(mail, style)),
    // The requests that create the demo data are not printed.
    functionLog: (line) => {
      const described = describeLine(line, style);
      if (ready && described !== undefined) console.log(described);
    },
    supervise: true,
  });
  const stack = await starting;
  ready = true;
  if (stoppingSince === undefined) console.log(welcome(stack, Date.now() - begun));
  followChanges(stack, console.log);
  void quit(1, await stack.failure);
} catch (error) {
  void quit(1, describeError(error));
}
