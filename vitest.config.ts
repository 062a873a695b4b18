import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { messagePlugins } from "./scripts/messages-plugins.ts";

/** Started first, while the demo data loads, which browser tests wait for. */
const beforeDemo = ["/verify/authorization/authorization.http.test.ts", "/server/reporting/", "/server/http/"];

/**
 * The slowest files, started early: started last, one would run alone while the other core idles. Those that read every
 * screen are among them, before others add users and properties with long names.
 */
const longest = ["screens", "spanish", "translated", "property", "leak-detail"].map((name) => `/e2e/${name}.test.ts`);

/** The order in which test files are begun. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const order = [...beforeDemo, ...longest];
    const placeOf = ({ moduleId, project }: TestSpecification) => {
      const place = order.findIndex((part) => moduleId.includes(part));
      // Unit tests take seconds, so they run last.
      return place >= 0 && project.name !== "unit" ? place : order.length;
    };
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

/** A busy machine is slow, which is no fault of the product: what a test waits for is given time. */
const expect = { poll: { timeout: 30_000 } };

export default defineConfig({
  test: {
    // Two cores. In the browser each worker has a product of its own (e2e/product.ts).
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: messagePlugins(),
        test: {
          name: "unit",
          expect,
          testTimeout: 240_000,
          // Unit tests share no state; reloading the same modules for every file would take a third of the time.
          isolate: false,
          // Server tests are left out here: with an `exclude` of its own, Vitest ignores the `--exclude` of scripts/test.ts.
          include: ["{contract,server,web,simulator,bench,leak-benchmark,scripts,verify}/**/!(*.http).test.{ts,tsx}"],
        },
      },
      {
        test: {
          name: "server",
          expect,
          include: ["{server,verify}/**/*.http.test.ts"],
          // Each file has its own database. Reloading the server for every file would take a third of the CPU time.
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          globalSetup: "server/testing/database.ts",
        },
      },
      {
        test: {
          name: "e2e",
          expect,
          include: ["e2e/**/*.test.ts"],
          // The first test of each worker waits for the demo to be loaded.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          // How many read-only tests of one file run concurrently.
          maxConcurrency: 3,
          globalSetup: "e2e/product.ts",
        },
      },
    ],
  },
});
