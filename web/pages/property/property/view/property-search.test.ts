import { expect, test } from "vitest";
import { propertySearch, propertyTab } from "./property-search.ts";

test("leaves out unknown kinds of occupancy, and the choice of all", () => {
  expect(propertySearch({ occupancy: "vacant" }).occupancy).toEqual(["vacant"]);
  expect(propertySearch({ occupancy: ["occupied", "haunted", "vacant"] }).occupancy).toEqual(["vacant", "occupied"]);
  expect(propertySearch({ occupancy: "haunted" }).occupancy).toBeUndefined();
  expect(propertySearch({ occupancy: ["occupied", "vacant", "looks vacant", "unknown"] }).occupancy).toBeUndefined();
});

test("opens the leaks for an unknown tab", () => {
  expect(["units", "occupancy", "devices", "leaks", "meters"].map((tab) => propertyTab({ tab }))).toEqual([
    "units",
    "occupancy",
    "devices",
    "leaks",
    "leaks",
  ]);
});
