import { expect, test } from "vitest";
import { hiddenWords, shownWords } from "./filter-words.ts";

test("the table's name says which properties it shows", () => {
  expect(shownWords({})).toBe("All properties");
  expect(shownWords({ state: ["NJ", "NY"] })).toBe("Properties in NJ or NY");
  expect(shownWords({ performance: ["on_track", "critical", "zero_usage"], state: ["NJ"] })).toBe(
    "On Track, Critical or Zero Usage properties in NJ",
  );
});

test("an empty table names the filters that hide its properties, and how many", () => {
  expect(hiddenWords({}, 15)).toBeNull();
  expect(hiddenWords({ performance: ["critical"] }, 15)).toBe(
    "No property is Critical in these days. The filter Performance hides 15 properties.",
  );
  expect(hiddenWords({ performance: ["critical"], state: ["NJ"] }, 1)).toBe(
    "No property in NJ is Critical in these days. The filters Performance and State hide 1 property.",
  );
  expect(hiddenWords({ state: ["ZZ"] }, null)).toBe("There is no property in ZZ among those chosen.");
});
