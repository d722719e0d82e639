/**
 * `npm run machines`: makes databases ready for accounts, and moves accounts between them, as docs/past-one-machine.md says.
 */
import { argv, env, exit } from "node:process";
import { beginCommand, describeError } from "../../local/core/command.ts";
import { forgetMoved, giveUpMove, moveAccounts } from "./move.ts";
import { prepareMachine } from "./prepare.ts";

const usage = `npm run machines -- prepare
npm run machines -- move <range>
npm run machines -- forget <range>
npm run machines -- give-up <range>

prepare makes a database ready for accounts: it gets what Auth and Storage have at home. move copies the accounts whose ids begin with a byte of a
range, such as 80-ff, to another database, and refuses writes to them until the function is told by KITH_DB_MAP. forget deletes the old
rows afterwards. give-up ends a move that has not copied everything, and lets the accounts be written to again. Each may be run again after it was interrupted.

  KITH_FROM_URL       prepare: the database of Auth and Storage; otherwise the one that has the accounts
  KITH_TO_URL         the other one; both as superusers
  KITH_FROM_SEEN_URL  the first one, where the second reaches it otherwise`;

beginCommand(usage);
const [command, range] = argv.slice(2);
const [from, to, fromSeen] = ["KITH_FROM_URL", "KITH_TO_URL", "KITH_FROM_SEEN_URL"]
  .map((name) => env[name]);
if (!from || !to || !command || (command === "prepare") !== (range === undefined)) {
  console.error(usage);
  exit(1);
}
const move = {
  from,
  to,
  range: range ?? "",
  ...(fromSeen && { fromSeen }),
  say: (step: string) => console.log(`${step} …`),
};
try {
  if (command === "prepare") {
    await prepareMachine(from, to, fromSeen);
    console.log("The machine is ready. Name it in KITH_DB_MAP, or move accounts to it.");
  } else if (command === "move") {
    await moveAccounts(move);
    console.log(`Now name the new database for ${range} in KITH_DB_MAP, and then run forget.`);
  } else if (command === "forget") {
    await forgetMoved(move);
    console.log("The old rows are gone.");
  } else if (command === "give-up") {
    await giveUpMove(move);
    console.log("The accounts stay where they are.");
  } else {
    throw new Error(usage);
  }
} catch (error) {
  console.error(`kith: ${describeError(error)}`);
  exit(1);
}
