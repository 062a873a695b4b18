import { expect, test } from "vitest";
import { developerLabel, offeredOf, propertyOptions } from "./filter-options.ts";

test("keeps only the offered part of a selection; an empty one is no selection", () => {
  expect(offeredOf([3, 999], [1, 3])).toEqual([3]);
  expect(offeredOf([999], [1, 3])).toBeUndefined();
});

const property = (id: number, organization: number | null, name = `P${id}`) => ({
  id,
  name,
  organization_id: organization,
  organization_name: organization === null ? null : `O${organization}`,
  city: "",
  state: "",
  time_zone: "UTC",
  units_count: 1,
});

// Covers validation-6
test("lists properties of several organizations once each, by name", () => {
  const elm = property(1, 7, "Elm 10");
  const all = [elm, property(2, 8, "Ash"), property(3, 7, "Elm 9"), property(4, null, "Birch"), elm];
  expect(propertyOptions(all, undefined).map(({ label }) => label)).toEqual(["Ash", "Birch", "Elm 9", "Elm 10"]);
  expect(propertyOptions(all, [7]).map(({ value }) => value)).toEqual(["3", "1"]);
  const twins = [property(1, 7, "Elm"), property(2, 8, "Elm"), property(3, 8, "Oak")];
  expect(propertyOptions(twins, undefined).map(({ label }) => label)).toEqual(["Elm (O7)", "Elm (O8)", "Oak"]);
});

// Covers filters-2
test("the developer's label names two organizations of the chosen properties and counts the rest", () => {
  const all = [property(1, 7), property(2, 7), property(3, 8), property(4, 9), property(5, null)];
  expect(developerLabel(all, {}, false)).toBe("O7, O8 +1");
  expect(developerLabel(all, { organization_id: [8, 9] }, false)).toBe("O8, O9");
  expect(developerLabel(all, { property_id: [1, 4] }, false)).toBe("O7, O9");
  expect(developerLabel(all, { organization_id: [7], property_id: [2] }, false)).toBe("O7");
  expect(developerLabel(all, { property_id: [5] }, false)).toBeUndefined();
  // Staff who look at all of several organizations need no names; who sees one of them does.
  expect(developerLabel(all, {}, true)).toBeUndefined();
  expect(developerLabel(all, { organization_id: [8] }, true)).toBe("O8");
  expect(developerLabel(all.slice(0, 2), {}, true)).toBe("O7");
  expect([developerLabel(undefined, { property_id: [1] }, true), developerLabel(undefined, {}, false)]).toEqual([
    null,
    null,
  ]);
});
