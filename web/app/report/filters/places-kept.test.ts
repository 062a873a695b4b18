import fc from "fast-check";
import { expect, test } from "vitest";
import { keptPlaces, placeGroups, shownPlaces } from "./places-kept.ts";

const property = (id: number, organization_id: number | null) => ({
  id,
  name: `P${id}`,
  organization_id,
  organization_name: organization_id === null ? null : `O${organization_id}`,
  city: "",
  state: "",
  time_zone: "UTC",
  units_count: 1,
});
const groups = placeGroups([property(1, 7), property(2, 7), property(3, 8), property(4, 9), property(5, null)]);

// Covers filters-5
test("stores whole organizations as such, anything else as properties", () => {
  expect(keptPlaces(["1", "2", "3"], groups)).toEqual({ organization_id: [7, 8], property_id: undefined });
  expect(keptPlaces(["1", "3"], groups)).toEqual({ organization_id: undefined, property_id: [1, 3] });
  expect(keptPlaces(["3", "5"], groups)).toEqual({ organization_id: undefined, property_id: [3, 5] });
});

test("restores the stored choice; an empty or complete choice filters nothing", () => {
  const all = ["1", "2", "3", "4", "5"];
  fc.assert(
    fc.property(fc.subarray(all), (chosen) => {
      const shown = shownPlaces(keptPlaces(chosen, groups), groups);
      expect(shown).toEqual(chosen.length === 0 ? all : chosen);
    }),
  );
});
