import { env } from "node:process";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { isLostWhileConnecting } from "./local/lite/services.ts";

/** What needs nothing that runs. */
const modules = ["test/unit/**/*.test.ts", "test/imports/**/*.test.ts"];
/** What multiplies: npm run test:thorough, which also repeats what is random more often. */
const thorough = ["test/thorough/**/*.test.ts"];

/** The files of one project share one stack (see the global setup), so files cost requests and not starts. */
const onStack = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude,
    globalSetup: ["test/support/global-setup.ts"],
    setupFiles: ["test/support/failures.ts"],
  },
});

/** Files that take minutes, the longest first: begun last, one of them would keep one worker busy while the others have nothing left. */
const long = ["growth", "changed-project", "vdirsyncer"];

/** The others by their size, as usual. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return place < 0 ? long.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

// All files of a run make their cases from one number. This file is read once for each project.
if (env["KITH_SEED"] === "random") {
  env["KITH_SEED"] = String(Math.floor(Math.random() * 2 ** 31));
  console.log(`KITH_SEED=${env["KITH_SEED"]} repeats this run.`);
}

export default defineConfig(({ mode }) => ({
  test: {
    setupFiles: ["test/support/cases.ts"],
    // A snapshot that is new, or no test's any more, fails here as it does where CI runs; -u writes them.
    update: "none",
    projects: mode === "thorough"
      ? [onStack("thorough", [...thorough, "test/**/*{fuzz,property}*.test.ts"])]
      : [
        { extends: true, test: { name: "modules", include: modules } },
        onStack("stack", ["test/**/*.test.ts"], [...modules, ...thorough, "test/browser/**"]),
      ],
    pool: "threads",
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Modules are loaded once a worker: no file depends on what another one leaves in them.
    isolate: false,
    // Passwords of tests protect nothing.
    env: {
      LITE_AUTH_BCRYPT_COST: "4",
      KITH_SEED: env["KITH_SEED"] ?? "2026",
      ...(mode === "thorough" && { KITH_THOROUGH: "1" }),
    },
    // What hangs is ended; what is slow on a busy machine is not.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Tests kill Postgres at any moment.
    onUnhandledError: (error) => isLostWhileConnecting(error) ? false : undefined,
    expect: { poll: { timeout: 20_000 } },
  },
}));
