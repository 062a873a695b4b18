import { describe, expect, test } from "vitest";
import { defaultPreferences } from "../../contract/accounts/preferences.ts";
import type { Me } from "../../contract/accounts/session.ts";
import { choosesOrganization, firstScreen, mayAccess } from "./access.ts";

const member: Me = {
  id: 1,
  email: "a@b.example",
  first_name: "",
  last_name: "",
  business_title: "",
  username: "a",
  is_staff: false,
  role: "organization member",
  permissions: [],
  organizations: [{ id: 1, name: "North" }],
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
const property: Me = { ...member, permissions: ["reporting.view_property_data_report"] };
const portfolio: Me = { ...member, permissions: ["reporting.view_asset_data_report"] };
const two = [
  { id: 1, name: "North" },
  { id: 2, name: "South" },
];

describe("the first screen", () => {
  // Covers nav-1, nav-14, nav-15, profile-2
  test.for([
    [
      "portfolio before property",
      { ...portfolio, permissions: [...portfolio.permissions, ...property.permissions] },
      "/cockpit",
    ],
    ["portfolio", portfolio, "/cockpit"],
    ["property", property, "/top5-leaks-home"],
    ["an IONAdmin without permissions of their own", { ...member, role: "IONAdmin" }, "/cockpit"],
    ["nothing", member, "/profile"],
    ["an organization admin without permissions", { ...member, role: "organization admin" }, "/admin/users"],
  ] as const)("the first screen is open to its user, in order: %s", ([, me, path]) => {
    expect(firstScreen({ ...me, permissions: [...me.permissions] })).toBe(path);
  });
});

test("only IONAdmins have ion-admin, organization admins have admin, too", () => {
  expect(mayAccess({ ...member, role: "organization admin" }, "ion-admin")).toBe(false);
  expect(mayAccess({ ...member, role: "organization admin" }, "admin")).toBe(true);
  expect(mayAccess(property, "admin")).toBe(false);
  expect(mayAccess(property, "portfolio")).toBe(false);
});

test("staff other than IONAdmins see what their permissions allow, and no administration", () => {
  const staff: Me = { ...property, role: "ION staff", is_staff: true, organizations: two };
  expect(mayAccess(staff, "property")).toBe(true);
  expect(mayAccess(staff, "portfolio")).toBe(false);
  expect(mayAccess(staff, "admin")).toBe(false);
  expect(mayAccess(staff, "ion-admin")).toBe(false);
  expect(choosesOrganization(staff)).toBe(false);
});

// Covers nav-11
test("hides the organization selector for one organization or a staff role", () => {
  expect(choosesOrganization(member)).toBe(false);
  expect(choosesOrganization({ ...member, organizations: two })).toBe(true);
  expect(choosesOrganization({ ...member, role: "IONAdmin", organizations: two })).toBe(false);
});
