import { defineConfig } from "vitest/config";

/** What needs a browser, against a stack of its own: `npm run test:browser`. */
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    globalSetup: ["test/browser/support/global-setup.ts"],
    pool: "threads",
    maxWorkers: 2,
    // Chromium shares two processors with the stack: a test that fails is tried once more, and reported as such.
    retry: 1,
    // A browser is started once a worker, not once a file.
    isolate: false,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // As long as the page's own waits.
    expect: { poll: { timeout: 15_000 } },
  },
});
