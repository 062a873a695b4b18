import { expect, test } from "vitest";
import { describeRankingOrder } from "./ranking-text.ts";

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
