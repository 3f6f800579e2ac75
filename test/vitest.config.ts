import { defineConfig } from "vitest/config";

const inCi = process.env["CI"] === "true";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["test/**/*.test.ts"],
    // Real pi sessions and property runs share two cores in CI: give them room, never a retry.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    ...(inCi ? { reporters: ["dot", ["json", { outputFile: ".scratch/vitest.json" }]] } : {}),
  },
});
