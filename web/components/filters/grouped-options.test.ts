import fc from "fast-check";
import { expect, test } from "vitest";
import { groupedOptions } from "./grouped-options.ts";

const option = (label: string, group?: string) => ({ value: `${group} ${label}`, label, group });

test("sorts options by group, then by name, numbers as numbers", () => {
  const found = groupedOptions([
    option("10", "North"),
    option("101", "B 10"),
    option("9", "North"),
    option("102", "B 2"),
  ]);
  expect(found.map(({ label, group }) => `${group} ${label}`)).toEqual(["B 2 102", "B 10 101", "North 9", "North 10"]);
});

test("keeps the order without groups", () => {
  const given = [option("b"), option("a")];
  expect(groupedOptions(given)).toEqual(given);
});

test("shows each heading once and loses no option", () => {
  const options = fc.record({
    value: fc.string(),
    label: fc.string(),
    group: fc.option(fc.constantFrom("A", "a", "B 2", "B 10", "North"), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(options), (given) => {
      const found = groupedOptions(given);
      const headings = found.filter(({ group }, index) => index === 0 || group !== found[index - 1]?.group);
      expect(headings.length).toBe(new Set(given.map(({ group }) => group)).size);
      expect(new Set(found)).toEqual(new Set(given));
    }),
  );
});
