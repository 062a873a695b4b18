import { expect, test } from "vitest";
import { noLeaksMessage, nothingToDo } from "./no-leak.ts";
import type { ReportSearch } from "./search/report-search-fields.ts";

test("does not claim that there are no leaks when a filter narrows the list", () => {
  const filters: ReportSearch[] = [{ building_id: [1] }, { unit_id: [2] }, { only_active: true }, { bedrooms_to: 0 }];
  for (const filter of filters) {
    expect(noLeaksMessage({ period: "yesterday", ...filter })).toContain("with these filters");
    expect(nothingToDo({ period: "yesterday", ...filter })).toContain("with these filters");
  }
});

test("reports that there are no leaks without a filter", () => {
  expect(noLeaksMessage({ period: "yesterday", property_id: [4] })).toContain("No leak lost water");
  expect(nothingToDo({ period: "yesterday", property_id: [4] })).toContain("Nothing to do");
});
