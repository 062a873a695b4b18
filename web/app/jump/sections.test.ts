import { expect, test } from "vitest";
import { defaultPreferences } from "../../../contract/accounts/preferences.ts";
import type { Me } from "../../../contract/accounts/session.ts";
import { isActive, sectionsOf } from "./sections.ts";

const admin: Me = {
  id: 1,
  email: "a@b.example",
  first_name: "",
  last_name: "",
  business_title: "",
  username: "a",
  is_staff: true,
  role: "IONAdmin",
  permissions: [],
  organizations: [],
  current_organization_id: null,
  second_factor_missing: false,
  measure: "gallon",
  currency: "USD",
  roles: [],
  assigned_organizations: [],
  assigned_properties: [],
  last_login: null,
  modified_at: "2026-05-01T00:00:00.000Z",
  preferences: defaultPreferences,
};

/** The items of the menu that are marked. */
function marked(pathname: string, search: { meter?: unknown } = {}): string[] {
  const items = sectionsOf(admin).flatMap((section) => section.items);
  return items.filter((item) => isActive(item, pathname, search)).map(({ label }) => label);
}

// Covers nav-7
test("marks History and Properties on the pages below them, but not by a mere prefix of their names", () => {
  expect(marked("/history")).toEqual(["History"]);
  expect(marked("/history/leak-detail", { meter: "1" })).toEqual(["History"]);
  expect(marked("/historyless")).toEqual([]);
  expect(marked("/properties")).toEqual(["Properties"]);
  expect(marked("/properties/7/leak-detail", { meter: "1" })).toEqual(["Properties"]);
  expect(marked("/propertiesless")).toEqual([]);
});

// Covers nav-8
test("marks Top 5 Leaks Home, not Details, while one meter's leak is open", () => {
  expect(marked("/top5-leaks-home")).toEqual(["Top 5 Leaks Home"]);
  expect(marked("/top5-leaks-details", { meter: "1" })).toEqual(["Top 5 Leaks Home"]);
  expect(marked("/top5-leaks-details")).toEqual(["Top 5 Leaks Details"]);
});

// Covers nav-10, people-2
test("shows the Admin menu to administrators, with Properties and Organizations for IONAdmins only", () => {
  const labels = (me: Partial<Me>) =>
    sectionsOf({ ...admin, is_staff: false, ...me })
      .filter(({ name }) => name === "Admin")
      .flatMap(({ items }) => items.map(({ label }) => label));
  expect(labels({ role: "IONAdmin" })).toEqual(
    expect.arrayContaining(["User Management", "Organizations", "Properties"]),
  );
  const own = labels({ role: "organization admin" });
  expect(own).toContain("User Management");
  expect(own).not.toContain("Organizations");
  expect(own).not.toContain("Properties");
  expect(labels({ role: "organization member" })).toEqual([]);
  expect(labels({ role: "ION staff" })).toEqual([]);
});
