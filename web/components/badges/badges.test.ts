// Covers cockpit-9

import { expect, test } from "vitest";
import { comparisonText } from "./comparison-text.ts";
import { leakTypeLook } from "./leak-type.ts";

test("shows an increase with + and a decrease with -, by the rounded figure", () => {
  expect(comparisonText(12.34, "%")).toBe("+12.3%");
  expect(comparisonText(-1.5, "pp")).toBe("-1.5 pp");
  expect(comparisonText(0.04, "%")).toBe("0%");
  expect(comparisonText(-0.04, "%")).toBe("0%");
  expect(comparisonText(1234.5, "%")).toBe("+1,235%");
});

// Covers leak-detail-5
test("names the three leak kinds; a combination or unknown value is a hybrid with a hint", () => {
  expect(["toilet leak", "other leak", "water heater"].map((kind) => leakTypeLook(kind).name)).toEqual([
    "Toilet Leak",
    "Other Leak",
    "Water Heater Leak",
  ]);
  for (const kind of ["toilet leak, other leak", "", "constructor"]) {
    expect(leakTypeLook(kind)).toMatchObject({
      name: "Hybrid Leak",
      hint: "This leak has more than one type",
    });
  }
});
