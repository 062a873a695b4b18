import { expect, test } from "vitest";
import { hiddenMessage, propertiesTitle } from "./filter-text.ts";

test("describes the filtered properties in the table's name", () => {
  expect(propertiesTitle({})).toBe("All properties");
  expect(propertiesTitle({ state: ["NJ", "NY"] })).toBe("Properties in NJ or NY");
  expect(propertiesTitle({ performance: ["on_track", "critical", "zero_usage"], state: ["NJ"] })).toBe(
    "On Track, Critical or Zero Usage properties in NJ",
  );
});

// Covers properties-8
test("names and counts the filters that hide all properties", () => {
  expect(hiddenMessage({}, 15)).toBeNull();
  expect(hiddenMessage({ performance: ["critical"] }, 15)).toBe(
    "No property is Critical in this period. The filter Performance hides 15 properties.",
  );
  expect(hiddenMessage({ performance: ["critical"], state: ["NJ"] }, 1)).toBe(
    "No property in NJ is Critical in this period. The filters Performance and State hide 1 property.",
  );
  expect(hiddenMessage({ state: ["ZZ"] }, null)).toBe("There is no property in ZZ among those chosen.");
});
