import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { controls as ofBrowsers } from "../in-the-browser/controls.ts";
import { controls as ofInput } from "../input/controls.ts";
import { faulty } from "../screens/faulty.ts";
import { behaviors } from "../screens/screens.ts";
import { replaceIn } from "./replace-source.ts";
import { sabotages } from "./sabotages.ts";

const ROOT = join(import.meta.dirname, "../..");

test.each(Object.entries(sabotages))("%s finds the text that it replaces", (_name, replacements) => {
  for (const [file, pieces] of Object.entries(replacements)) {
    const text = readFileSync(join(ROOT, file), "utf8");
    expect(replaceIn(text, file, pieces)).not.toBe(text);
  }
});

test.each([...ofBrowsers, ...ofInput])(
  "the control of $title finds the text that it replaces",
  ({ file, from, to }) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    expect(replaceIn(text, file, [[from, to]])).not.toBe(text);
  },
);

test.each(faulty)("$what finds the text that it replaces, and the test that notices it", (fault) => {
  const text = readFileSync(join(ROOT, "web", fault.file), "utf8");
  expect(replaceIn(text, fault.file, fault.pieces)).not.toBe(text);
  const [file, named] = fault.noticedBy;
  const tests = join(ROOT, `e2e/${file}.test.ts`);
  expect(existsSync(tests), tests).toBe(true);
  expect(readFileSync(tests, "utf8")).toContain(named.replace(/^\^|.* > /g, ""));
});

test("browser tests are named as the check of the screens counts them", () => {
  const text = readFileSync(join(ROOT, "e2e/faults.test.ts"), "utf8").replace("on %s", "on a desk");
  for (const behavior of [behaviors.failing, ...behaviors.others]) expect(text).toContain(behavior);
});
