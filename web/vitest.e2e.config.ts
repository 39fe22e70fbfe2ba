import { defineConfig } from "vitest/config";

// One browser and one server after another: the machines of tests are small.
export default defineConfig({
  test: {
    // In Firefox the main part: all of it would take twice as long.
    include: process.env["BROWSER"] === "firefox" ? ["e2e/{history,pages,quiet,sheet}.test.ts"] : ["e2e/**/*.test.ts"],
    // A busy machine may keep a browser waiting; what is wrong fails three times.
    retry: 2,
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    bail: process.env["CI"] ? 0 : 1,
  },
});
