/** `npm run reset`: removes all data of the embedded stack. Settings: see start.ts. */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { lockHolder } from "./lock.ts";
import { stopLeftover } from "./postgres.ts";
import { outsideCluster, preparePostgresHome } from "./postgres-home.ts";
import { dataFolder } from "./settings.ts";

/** What the stack keeps in the data folder. By name: the folder may hold other things, too. */
const ours = [
  "postgres",
  "postgres-lies-in",
  "postgres.log",
  "storage",
  "cli",
  "applied-migrations.json",
  "demo.json",
  "running.json",
];

async function reset(folder: string): Promise<void> {
  const holder = await lockHolder(folder);
  if (holder) throw new Error(`Kith is running (process ${holder}); stop it first.`);
  if (!existsSync(folder)) return;
  const outside = await outsideCluster(folder);
  if (outside ?? existsSync(join(folder, "postgres"))) {
    await stopLeftover(await preparePostgresHome(folder));
  }
  if (outside) await rm(dirname(outside), { recursive: true, force: true });
  for (const name of ours) await rm(join(folder, name), { recursive: true, force: true });
}

try {
  await reset(dataFolder());
  console.log("Kith's local data is gone. npm start begins anew.");
} catch (error) {
  console.error(`kith: ${(error as Error).message}`);
  process.exitCode = 1;
}
