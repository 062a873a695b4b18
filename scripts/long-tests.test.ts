import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesOfLongTests, longTests } from "./long-tests.ts";

test("each file that npm test leaves out is there", () => {
  const files = [...Object.keys(longTests), ...filesOfLongTests];
  expect(files.filter((file) => !existsSync(join(import.meta.dirname, "..", file)))).toEqual([]);
});
