import { expect, test } from "vitest";
import { sampleAnswers } from "../owner-report/sample-answers.ts";
import { describeRankingOrder, watchlistTotals } from "./ranking-text.ts";

const columns = [
  { header: "Property", sortable: "property_name" },
  { header: "Leak Cost", sortable: "leak_cost" },
];

test.each([
  ["watchlist", "rank", "Highest leak cost per unit first"],
  ["watchlist", "-leak_cost", "By Leak Cost, highest first"],
  ["watchlist", "property_name", "By Property, A to Z"],
  ["toplist", "rank", "Least water leaked first; 80% of the units must have reported"],
  ["toplist", "leak_cost", "By Leak Cost, lowest first; 80% of the units must have reported"],
] as const)("the %s by %s: %s", (tab, ordering, expected) => {
  expect(describeRankingOrder(tab, ordering, columns)).toBe(expected);
});

test("totals of the watchlist leave out the share of water lost, as the properties without leaks are in no row", () => {
  expect(watchlistTotals(sampleAnswers.overview)).toEqual({
    leaking_units: "37",
    leak_volume: "106,446",
    leak_cost: "$1,596.69",
  });
});
