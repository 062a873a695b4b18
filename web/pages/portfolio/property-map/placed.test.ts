import { expect, test } from "vitest";
import type { MappedProperty } from "../../../../contract/portfolio/portfolio-map.ts";
import { lossText, markLabel, offMapText } from "./map-text.ts";
import { byCost, markSize, ofClasses, placed, toggled, worstOf } from "./placed.ts";

const property = (given: Partial<MappedProperty>): MappedProperty => ({
  property_id: 1,
  property_name: "Monon Square",
  city: "Indianapolis",
  state: "IN",
  latitude: 39.78,
  longitude: -86.15,
  units: 28,
  performance: "critical",
  leak_percentage: 50.575,
  gallons_leaked: 64274,
  leak_cost: 964.12,
  gallons_per_bedroom_per_day: 85.2,
  ...given,
});

test("sorts properties by cost, then by name, those without measurements last", () => {
  const names = byCost([
    property({ property_name: "C", leak_cost: null }),
    property({ property_name: "B", leak_cost: 0 }),
    property({ property_name: "A", leak_cost: 0 }),
    property({ property_name: "D", leak_cost: 10 }),
  ]).map(({ property_name }) => property_name);
  expect(names).toEqual(["D", "A", "B", "C"]);
});

// Covers maps-1
test("scales a mark's area, not its width, with cost", () => {
  expect(markSize(400, 400)).toBe(30);
  expect(markSize(100, 400)).toBe(15);
  expect(markSize(0, 400)).toBe(12);
  expect(markSize(null, 400)).toBe(12);
  expect(markSize(0, 0)).toBe(12);
});

test("lists properties without a location, or outside of the map, separately", () => {
  const { on, off } = placed([
    property({}),
    property({ latitude: null, longitude: null }),
    property({ latitude: 18.4, longitude: -66.1 }),
  ]);
  expect([on.length, off.length]).toEqual([1, 2]);
});

test("filters by classes; clearing the last one shows all", () => {
  expect(toggled(undefined, "critical")).toEqual(["critical"]);
  expect(toggled(["critical"], "on_track")).toEqual(["critical", "on_track"]);
  expect(toggled(["critical"], "critical")).toBeUndefined();
  const all = [property({}), property({ performance: null }), property({ performance: "on_track" })];
  expect(ofClasses(all, undefined)).toHaveLength(3);
  expect(ofClasses(all, ["critical", "zero_usage"])).toEqual([all[0]]);
});

test("gives a cluster the worst class in it", () => {
  expect(worstOf([property({ performance: "zero_usage" }), property({ performance: "opportunities" })])).toBe(
    "opportunities",
  );
  expect(worstOf([property({ performance: null })])).toBeNull();
});

test("labels a mark for screen readers, and never shows a missing measurement as zero", () => {
  expect(markLabel(property({}))).toBe("Monon Square, Indianapolis, IN. Critical, 50.6% leaked, $964");
  expect(lossText(property({ gallons_leaked: null, leak_percentage: null, leak_cost: null }))).toBe("Not measured");
  expect(lossText(property({ gallons_leaked: 0, leak_percentage: null, leak_cost: 0 }))).toBe("No leak found");
  expect(offMapText(1)).toMatch(/^1 property is not on the map, because its/);
  expect(offMapText(3)).toMatch(/^3 properties are not on the map, because their/);
});
