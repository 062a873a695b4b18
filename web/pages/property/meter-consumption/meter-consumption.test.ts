import { expect, test } from "vitest";
import { meterDayColumns } from "./day-columns.tsx";
import { statusMark } from "./leak-status.ts";
import { sortingBy } from "./meter-columns.tsx";
import { meterDaysParams, meterHoursParams } from "./meter-rows-query.ts";
import { isOneProperty } from "./one-property.ts";

const property = { organization_name: "Oak", city: "", state: "", time_zone: "UTC", units_count: 1 };
const properties = [
  { ...property, id: 4, name: "A", organization_id: 1 },
  { ...property, id: 5, name: "B", organization_id: 2 },
];

test("every row but one without a leak is marked, and what is no leak is marked otherwise", () => {
  const mark = (leak_details: Parameters<typeof statusMark>[0]["leak_details"]) => statusMark({ leak_details });
  expect(mark("No Leak")).toBeUndefined();
  expect(mark("Water Heater Leak")).toBe("Water Heater Leak");
  expect(mark("Catch-Up")).toEqual({ gap: "Catch-Up" });
  expect(mark("No Data")).toEqual({ gap: "No Data" });
});

test("a report is of one property where one is chosen or no other is seen", () => {
  expect(isOneProperty({ property_id: [4] }, undefined)).toBe(true);
  expect(isOneProperty({ property_id: [4, 5] }, properties)).toBe(false);
  expect(isOneProperty({}, properties)).toBe(false);
  expect(isOneProperty({ organization_id: [2] }, properties)).toBe(true);
  expect(isOneProperty({}, undefined)).toBe(false);
});

test("hours of several properties are asked for by date, whatever the URL says", () => {
  const search = { period: "yesterday", ordering: "-gallons_consumed" } as const;
  expect(meterHoursParams(search, false).ordering).toBe("-date");
  expect(meterHoursParams({ ...search, ordering: "date" }, false).ordering).toBe("date");
  expect(meterHoursParams(search, true).ordering).toBe("-gallons_consumed");
  expect(meterHoursParams({ ...search, ordering: "toilet_leaks" }, true).ordering).toBe("-date");
  expect(meterDaysParams({ ...search, ordering: "toilet_leaks" }).ordering).toBe("toilet_leaks");
});

test("meters are asked for by places and bedrooms, not by what leaks now", () => {
  const params = meterDaysParams({ period: "last-7-days", unit_id: [7], bedrooms_from: 2, only_active: true });
  expect(params).toMatchObject({ days_ago: 7, unit_id: [7], bedrooms_from: 2 });
  expect("only_active" in params).toBe(false);
});

test("headers that the server would refuse do not sort", () => {
  const sorting = (fields?: string[]) =>
    sortingBy(meterDayColumns, fields).flatMap(({ sortable }) => (sortable === undefined ? [] : [sortable]));
  expect(sorting(["date", "gallons_leaked"]).toSorted()).toEqual(["date", "gallons_leaked"]);
  expect(sorting()).toContain("unit_name");
});
