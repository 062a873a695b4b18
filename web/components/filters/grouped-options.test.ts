import fc from "fast-check";
import { expect, test } from "vitest";
import { groupedOptions } from "./grouped-options.ts";

const option = (label: string, group?: string) => ({ value: `${group} ${label}`, label, group });

test("options stand by group, then by name, numbers as numbers", () => {
  const found = groupedOptions([
    option("10", "North"),
    option("101", "B 10"),
    option("9", "North"),
    option("102", "B 2"),
  ]);
  expect(found.map(({ label, group }) => `${group} ${label}`)).toEqual(["B 2 102", "B 10 101", "North 9", "North 10"]);
});

test("without groups the order stays", () => {
  const given = [option("b"), option("a")];
  expect(groupedOptions(given)).toEqual(given);
});

test("every heading stands once, and no option is lost", () => {
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
