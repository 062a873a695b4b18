import { expect, test } from "vitest";
import { noLeaksMessage, nothingToDo } from "./no-leak.ts";
import type { ReportSearch } from "./report-search-fields.ts";

test("a list that a filter narrows does not say that there is no leak", () => {
  const filters: ReportSearch[] = [{ building_id: [1] }, { unit_id: [2] }, { only_active: true }, { bedrooms_to: 0 }];
  for (const filter of filters) {
    expect(noLeaksMessage({ period: "yesterday", ...filter })).toContain("with these filters");
    expect(nothingToDo({ period: "yesterday", ...filter })).toContain("with these filters");
  }
});

test("without a filter it does", () => {
  expect(noLeaksMessage({ period: "yesterday", property_id: [4] })).toContain("No leak lost water");
  expect(nothingToDo({ period: "yesterday", property_id: [4] })).toContain("Nothing to do");
});
