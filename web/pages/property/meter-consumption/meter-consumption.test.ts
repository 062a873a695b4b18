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

test("marks every row with a leak, and other states differently", () => {
  const mark = (leak_details: Parameters<typeof statusMark>[0]["leak_details"]) => statusMark({ leak_details });
  expect(mark("No Leak")).toBeUndefined();
  expect(mark("Water Heater Leak")).toBe("Water Heater Leak");
  expect(mark("Catch-Up")).toEqual({ gap: "Catch-Up" });
  expect(mark("No Data")).toEqual({ gap: "No Data" });
});

test("limits a report to one property when one is chosen or only one is visible", () => {
  expect(isOneProperty({ property_id: [4] }, undefined)).toBe(true);
  expect(isOneProperty({ property_id: [4, 5] }, properties)).toBe(false);
  expect(isOneProperty({}, properties)).toBe(false);
  expect(isOneProperty({ organization_id: [2] }, properties)).toBe(true);
  expect(isOneProperty({}, undefined)).toBe(false);
});

test("sorts hours of several properties by date, whatever the URL says", () => {
  const search = { period: "yesterday", ordering: "-gallons_consumed" } as const;
  expect(meterHoursParams(search, false).ordering).toBe("-date");
  expect(meterHoursParams({ ...search, ordering: "date" }, false).ordering).toBe("date");
  expect(meterHoursParams(search, true).ordering).toBe("-gallons_consumed");
  expect(meterHoursParams({ ...search, ordering: "toilet_leaks" }, true).ordering).toBe("-date");
  expect(meterDaysParams({ ...search, ordering: "toilet_leaks" }).ordering).toBe("toilet_leaks");
});

test("requests meters by places and bedrooms, not by current leaks", () => {
  const params = meterDaysParams({ period: "last-7-days", unit_id: [7], bedrooms_from: 2, only_active: true });
  expect(params).toMatchObject({ days_ago: 7, unit_id: [7], bedrooms_from: 2 });
  expect("only_active" in params).toBe(false);
});

test("disables sorting by columns that the server rejects", () => {
  const sorting = (fields?: string[]) =>
    sortingBy(meterDayColumns, fields).flatMap(({ sortable }) => (sortable === undefined ? [] : [sortable]));
  expect(sorting(["date", "gallons_leaked"]).toSorted()).toEqual(["date", "gallons_leaked"]);
  expect(sorting()).toContain("unit_name");
});
