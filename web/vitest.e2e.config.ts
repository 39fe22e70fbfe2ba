import { defineConfig } from "vitest/config";

// One browser and one server after another: the machines of tests are small.
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    bail: process.env["CI"] ? 0 : 1,
  },
});
