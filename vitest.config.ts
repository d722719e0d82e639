import { defineConfig } from "vitest/config";
import { isLostWhileConnecting } from "./supabase/local/lite/services.ts";

/** Every file shares one stack (see the global setup), so files cost requests and not starts. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/bench/**", "test/browser/**"],
    globalSetup: ["test/support/global-setup.ts"],
    pool: "threads",
    maxWorkers: 3,
    // What hangs is ended; what is slow on a busy machine is not.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Tests kill Postgres at any moment.
    onUnhandledError: (error) => isLostWhileConnecting(error) ? false : undefined,
    expect: { poll: { timeout: 20_000 } },
  },
});
