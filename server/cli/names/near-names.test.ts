// Covers command-line-9

import { expect, test } from "vitest";
import { noSuch } from "./near-names.ts";

const known = ["Elm Street", "Elm Court", "Oak", "ann@example.com"].map((name, i) => ({
  name,
  label: `${i + 1} ${name}`,
}));

test.each([
  ["Elm Stret", "Did you mean 1 Elm Street?"],
  ["elm", "Did you mean 1 Elm Street, 2 Elm Court?"],
  ["Oka", "Did you mean 3 Oak?"],
  ["an@exmaple.com", "Did you mean 4 ann@example.com?"],
  ["Pine", "There are: 1 Elm Street, 2 Elm Court, 3 Oak, 4 ann@example.com."],
  ["", "There are: 1 Elm Street, 2 Elm Court, 3 Oak, 4 ann@example.com."],
])("suggests names for %j", (wanted, sentence) => {
  expect(noSuch("thing", "None.", wanted, known)).toBe(`There is no thing "${wanted}". ${sentence}`);
});

test("suggests ten of many names, or what to do if there are none", () => {
  const many = Array.from({ length: 1012 }, (_, i) => ({ name: `unit ${i}`, label: `${i}` }));
  expect(noSuch("unit", "", "zzz", many)).toMatch(/There are: 0, 1, .*, 9, and 1,002 more\.$/);
  expect(noSuch("unit", "Add one.", "zzz", [])).toBe('There is no unit "zzz". Add one.');
});
