/** `npm run reset`: removes all data of the embedded stack. Settings: see start.ts. */
import { describeError, printUsageIfAsked } from "./core/command.ts";
import { dataFolder } from "./core/settings.ts";
import { removeData } from "./data.ts";

printUsageIfAsked(`npm run reset

Deletes all data of \`npm start\`, which has to be stopped.

  KITH_FOLDER  where the data is kept, supabase/.temp/local unless set`);

try {
  await removeData(dataFolder());
  console.log("Kith's local data is removed. npm start creates a new database.");
} catch (error) {
  console.error(`kith: ${describeError(error)}`);
  process.exitCode = 1;
}
