import { expect, test } from "vitest";
import { defaultPreferences } from "../../../contract/accounts/preferences.ts";
import type { Me } from "../../../contract/accounts/session.ts";
import { sectionsOf } from "../jump/sections.ts";
import { screenAfterSwitch } from "./use-organization-switch.ts";

const admin: Me = {
  id: 1,
  email: "a@b.example",
  first_name: "",
  last_name: "",
  business_title: "",
  username: "a",
  is_staff: false,
  role: "organization admin",
  permissions: ["reporting.view_asset_data_report", "reporting.view_property_data_report"],
  organizations: [
    { id: 1, name: "North" },
    { id: 2, name: "South" },
  ],
  current_organization_id: 1,
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

test("who chooses another organization stays on the screen of the menu that is open", () => {
  const menu = sectionsOf(admin).flatMap(({ items, unlisted = [] }) => [...items.map(({ to }) => to), ...unlisted]);
  expect(menu.length).toBeGreaterThan(15);
  expect(menu.map(screenAfterSwitch)).toEqual(menu);
});

test("who looks at something of one organization goes to the start of the other", () => {
  for (const path of ["/properties/12", "/history/leak-detail", "/cases/7", "/admin/properties/3"]) {
    expect(screenAfterSwitch(path)).toBe("/");
  }
});
