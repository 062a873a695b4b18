import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          testTimeout: 30_000,
          include: ["{contract,server,web,simulator,bench,scripts,verify}/**/*.test.{ts,tsx}"],
          exclude: ["{server,verify}/**/*.http.test.ts"],
        },
      },
      {
        test: {
          name: "server",
          include: ["{server,verify}/**/*.http.test.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          globalSetup: "server/testing/database.ts",
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          // What only reads runs so many at a time within its file.
          maxConcurrency: 3,
          globalSetup: "e2e/product.ts",
        },
      },
    ],
  },
});
