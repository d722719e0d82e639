/** `npm run reset`: removes all data of the embedded stack. Settings: see start.ts. */
import { dataFolder } from "./core/settings.ts";
import { removeData } from "./data.ts";

try {
  await removeData(dataFolder());
  console.log("Kith's local data is removed. npm start creates a new database.");
} catch (error) {
  console.error(`kith: ${(error as Error).message}`);
  process.exitCode = 1;
}
