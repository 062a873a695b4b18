import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { excludeOptions, filesOfLongTests, longTests } from "./long-tests.ts";

const root = join(import.meta.dirname, "..");

test("each file that npm test leaves out exists", () => {
  const files = [...Object.keys(longTests), ...filesOfLongTests];
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("npm test leaves each of them out, in its project", () => {
  const left = Object.keys(longTests);
  const list = ["node_modules/vitest/vitest.mjs", "list", "--filesOnly", ...excludeOptions(left)];
  const listed = execFileSync(process.execPath, list, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  expect(listed).toContain("scripts/long-tests.test.ts");
  expect(left.filter((file) => listed.includes(file))).toEqual([]);
});
