import { expect, test } from "vitest";
import { chosenUnit } from "./chosen-unit.ts";

const places = {
  buildings: [
    { id: 40, building_name: "North", property_id: 4 },
    { id: 50, building_name: "North", property_id: 5 },
  ],
  units: [
    { id: 400, name: "101", building_id: 40 },
    { id: 500, name: "101", building_id: 50 },
  ],
};
const property = { organization_id: 1, organization_name: "Oak", city: "", state: "", units_count: 1 };
const properties = [
  { ...property, id: 4, name: "A", time_zone: "UTC" },
  { ...property, id: 5, name: "B", time_zone: "America/Denver" },
];

test("finds building and property of a link that names only the unit", () => {
  expect(chosenUnit({ unit_id: [500] }, places, properties)).toEqual({
    id: 500,
    name: "101",
    building: "North",
    propertyId: 5,
    property: "B",
    timeZone: "America/Denver",
  });
});

test("is undefined for several, no or missing units, and unknown before places load", () => {
  expect(chosenUnit({}, places, properties)).toBeNull();
  expect(chosenUnit({ unit_id: [400, 500] }, places, properties)).toBeNull();
  expect(chosenUnit({ unit_id: [600] }, places, properties)).toBeNull();
  expect(chosenUnit({ unit_id: [400] }, undefined, properties)).toBeUndefined();
});
