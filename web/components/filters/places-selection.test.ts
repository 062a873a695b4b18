import { expect, test } from "vitest";
import { foundGroups, tickOf, toggleGroup } from "./places-selection.ts";

const north = {
  value: "1",
  label: "Northlight",
  properties: [
    { value: "11", label: "Lakeshore" },
    { value: "12", label: "Cedar Court" },
  ],
};
const tres = { value: "2", label: "Tres Alamos", properties: [{ value: "21", label: "Cedar Hill" }] };

// Covers gateways-6, filters-5
test("a group is checked, partly checked or unchecked by its properties", () => {
  expect([[], ["11"], ["11", "12", "21"]].map((chosen) => tickOf(north, new Set(chosen)))).toEqual([
    "none",
    "some",
    "all",
  ]);
});

test("a click selects the rest of a group, or clears all of it; other groups stay", () => {
  expect(new Set(toggleGroup(north, ["21", "12"]))).toEqual(new Set(["21", "12", "11"]));
  expect(toggleGroup(north, ["21", "11", "12"])).toEqual(["21"]);
});

test("a search finds properties under their organization, and organizations with all their properties", () => {
  const found = (search: string) =>
    foundGroups([north, tres], search).map(({ label, properties }) => [label, properties.length]);
  expect(found(" cedar ")).toEqual([
    ["Northlight", 1],
    ["Tres Alamos", 1],
  ]);
  expect(found("north")).toEqual([["Northlight", 2]]);
  expect(found("")).toHaveLength(2);
  expect(found("nothing")).toEqual([]);
});
