/** `npm run reset`: removes all data of the embedded stack. Settings: see start.ts. */
import { removeData } from "./data.ts";
import { dataFolder } from "./settings.ts";

try {
  await removeData(dataFolder());
  console.log("Kith's local data is gone. npm start begins anew.");
} catch (error) {
  console.error(`kith: ${(error as Error).message}`);
  process.exitCode = 1;
}
