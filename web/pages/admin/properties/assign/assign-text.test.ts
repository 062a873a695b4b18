import { expect, test } from "vitest";
import type { PropertyRow } from "../../../../../contract/inventory/inventory.ts";
import { contentsText, listSourceOrganizations, namesText } from "./assign-text.ts";

function property(name: string, organization: [id: number, name: string] | null): PropertyRow {
  return {
    id: name.length,
    name,
    address: "",
    street: "",
    city: "",
    state: "",
    zip_code: "",
    contact_phone: "",
    contact_email: "",
    time_zone: "UTC",
    buildings_count: 1,
    units_count: 12,
    organization_id: organization?.[0] ?? null,
    organization_name: organization?.[1] ?? null,
    organization_is_default: false,
    has_readings: false,
    archived_at: null,
  };
}

const rows = [
  property("Oak", [1, "North"]),
  property("Fir", [2, "South"]),
  property("Elm", [1, "North"]),
  property("Ash", null),
];

// Covers admin-properties-2
test("names the organizations that lose properties, except the target", () => {
  expect(listSourceOrganizations(rows, 2)).toEqual([
    { organization: null, properties: ["Ash"] },
    { organization: "North", properties: ["Elm", "Oak"] },
  ]);
  expect(listSourceOrganizations(rows, null).map(({ organization }) => organization)).toEqual(["North", "South"]);
});

test("lists names in a sentence, and counts them when there are many", () => {
  expect(namesText(["Elm"])).toBe("Elm");
  expect(namesText(["Elm", "Oak"])).toBe("Elm and Oak");
  expect(namesText(["Ash", "Elm", "Oak"])).toBe("Ash, Elm and Oak");
  expect(namesText(["Ash", "Elm", "Fir", "Oak", "Yew"])).toBe("Ash, Elm, Fir and 2 more");
  expect(contentsText(rows)).toBe("4 buildings and 48 units");
  expect(contentsText(rows.slice(0, 1))).toBe("1 building and 12 units");
});
