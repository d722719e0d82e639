/** A stack that test files share is a process of its own: vitest's main thread transforms modules meanwhile. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { env } from "node:process";
import { fileURLToPath } from "node:url";

export interface SharedStack<Facts> {
  facts: Facts;
  /** @throws when the stack found something wrong at its end */
  end(): Promise<void>;
}

/** Starts this file, which calls {@link serveFacts}, or uses the stack that `KITH_TEST_STACK` names. */
export async function forkStack<Facts>(file: URL): Promise<SharedStack<Facts>> {
  const running = env["KITH_TEST_STACK"];
  if (running) {
    return { facts: JSON.parse(await readFile(running, "utf8")), end: () => Promise.resolve() };
  }
  const child = fork(fileURLToPath(file), {
    execArgv: ["--import", "tsx"],
    env: { ...env, LITE_AUTH_BCRYPT_COST: "4" },
  });
  /** The next message of the child. @throws when it ends without one */
  const told = async <T>(): Promise<T> => {
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`The stack of the tests has ended (exit code ${code}).`);
    });
    return await Promise.race([once(child, "message").then(([message]) => message as T), ended]);
  };
  return {
    facts: await told<Facts>(),
    async end() {
      const last = told<string[]>();
      child.send("end");
      const problems = await last;
      if (problems.length > 0) throw new Error(problems.join("\n"));
    },
  };
}

/**
 * Tells the parent these facts and stops when it asks or is gone. Without a parent the facts are written into the file
 * that the command names, and the stack runs until it is interrupted.
 * @param stop stops everything, and says in words what was wrong
 */
export async function serveFacts(facts: unknown, stop: () => Promise<string[]>): Promise<void> {
  if (process.send) {
    process.send(facts);
    process.once("message", async () => process.send!(await stop(), () => process.exit(0)));
    process.once("disconnect", () => void stop().finally(() => process.exit(1)));
  } else {
    await writeFile(process.argv[2]!, JSON.stringify(facts));
  }
  process.once("SIGINT", () => {
    // Where a parent is, it decides.
    if (process.send) return;
    void stop().then((problems) => console.error(problems.join("\n")), console.error)
      .finally(process.exit);
  });
}
