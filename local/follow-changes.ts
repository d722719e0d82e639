// Starts the function again when its sources change, and says when sql/ is not what the migrations lead to.
import { watch } from "node:fs";
import { join } from "node:path";
import { describeError } from "./core/command.ts";
import { isMigrated, notMigrated } from "./core/schema.ts";
import { project } from "./core/settings.ts";
import type { FunctionControl } from "./function/function.ts";

/** How long nothing has to change, in milliseconds: editors write several files one after the other. */
const pause = 200;

/**
 * Starts the function again when its sources change, and says when `sql/` is not what the migrations lead to: the
 * database stays as it is.
 */
export function followChanges(
  { function: control }: Pick<FunctionControl, "function">,
  say: (line: string) => void,
): void {
  follow("functions/kith", async () => {
    await control.stop();
    await control.start();
    say("kith: functions/ has changed, the function was started again");
  });
  const compare = async () => {
    if (!await isMigrated()) say(`kith: ${notMigrated} The database does not follow by itself.`);
  };
  follow("sql", compare);
  void compare();

  function follow(folder: string, act: () => Promise<void>) {
    let timer: ReturnType<typeof setTimeout>;
    let acting = Promise.resolve();
    watch(join(project, folder), { recursive: true, persistent: false }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        acting = acting.then(act).catch((error) => say(`kith: ${describeError(error)}`));
      }, pause);
    });
  }
}
