import { expect, test } from "vitest";
import { defaultPreferences } from "../../../../../contract/accounts/preferences.ts";
import type { Permission } from "../../../../../contract/accounts/session.ts";
import type { User } from "../../../../../contract/accounts/users.ts";
import { mergeNewer } from "./merge-newer.ts";
import {
  accessParts,
  formOf,
  newUser,
  tickedProperties,
  withFurther,
  withOrganization,
  withoutAccess,
  withRole,
} from "./user-form.ts";

const property = "reporting.view_property_data_report";
const portfolio = "reporting.view_asset_data_report";
const isStaff = (role: string | null) => role === "1" || role === "2";
const member = { id: 4, name: "organization member", is_staff: false } as const;
const named = (id: number) => ({ id, name: `No. ${id}` });

/** A member of organizations 1 (properties 11 and 12) and 2 (property 21). */
const paula: User = {
  id: 5,
  email: "paula@example.com",
  first_name: "Paula",
  last_name: "Brooks",
  username: "paula@example.com",
  business_title: "",
  roles: [member],
  permissions: [{ name: portfolio }, { name: property }],
  assigned_organizations: [named(1), named(2)],
  assigned_properties: [named(11), named(12), named(21)],
  memberships: [
    {
      organization: named(1),
      role: member,
      permissions: [{ name: property }],
      assigned_properties: [named(11), named(12)],
    },
    { organization: named(2), role: member, permissions: [{ name: portfolio }], assigned_properties: [named(21)] },
  ],
  last_login: null,
  modified_at: "2026-05-01T00:00:00.000Z",
  preferences: defaultPreferences,
  is_staff: false,
  invitation: null,
  is_read_only: false,
};

// Covers users-7
test("clears organizations and properties and grants all permissions when the role changes between staff and others", () => {
  const blank = newUser([portfolio, property]);
  const typed = { ...formOf(paula), first_name: "Pauline" };
  const staff = withRole(typed, "2", isStaff, blank);
  expect(staff).toEqual({
    ...typed,
    role: "2",
    permissions: [portfolio, property],
    assigned_organizations: [],
    assigned_properties: null,
    further: [],
  });
  expect(withRole({ ...staff, assigned_organizations: [1, 2] }, "4", isStaff, blank).assigned_organizations).toEqual(
    [],
  );
});

test("keeps the choice when the role changes to one of the same kind", () => {
  const typed = formOf(paula);
  expect(withRole(typed, "3", isStaff, newUser([portfolio]))).toEqual({ ...typed, role: "3" });
  const first = { ...newUser([portfolio], 1), permissions: [property] as const };
  expect(withRole({ ...first, permissions: [property] }, "4", isStaff, newUser([portfolio]))).toEqual({
    ...first,
    role: "4",
  });
});

// Covers users-8
test("gives a new user all properties of the chosen organization, and an existing one those they have", () => {
  const fresh = withOrganization({ ...newUser([property]), assigned_properties: [11] }, 2, null);
  expect(tickedProperties(fresh, [21, 22])).toEqual([21, 22]);
  const moved = withOrganization(formOf(paula), 2, paula);
  expect([moved.assigned_organizations, moved.assigned_properties, moved.permissions]).toEqual([
    [2],
    [21],
    [portfolio],
  ]);
  expect(tickedProperties(withOrganization(formOf(paula), 3, paula), [31, 32])).toEqual([]);
});

test("always selects an only property, and never one outside of the organization", () => {
  expect(tickedProperties({ assigned_properties: [] }, [11])).toEqual([11]);
  expect(tickedProperties({ assigned_properties: [11, 99] }, [11, 12])).toEqual([11]);
  expect(tickedProperties({ assigned_properties: null }, [])).toEqual([]);
});

// Covers users-19
test("merges a newer version: takes over untouched fields and keeps edited ones", () => {
  const base = formOf(paula);
  const typed = { ...base, business_title: "Head of water", first_name: "Pauline" };
  const newer = { ...base, business_title: "Manager", last_name: "Rivers", assigned_properties: [12] };
  expect(mergeNewer(base, typed, newer)).toEqual({
    values: { ...typed, last_name: "Rivers", assigned_properties: [12] },
    theirs: ["last_name", "business_title", "assigned_properties"],
    kept: ["business_title"],
  });
});

test("ignores the order of checkboxes; the same change on both sides is no conflict", () => {
  const base = formOf(paula);
  const typed = { ...base, role: "3" };
  const newer = { ...base, assigned_properties: [12, 11], role: "3" };
  expect(mergeNewer(base, typed, newer)).toEqual({ values: typed, theirs: ["role"], kept: [] });
});

test("has a section for each organization of a user, in the user's order", () => {
  const parts = accessParts(formOf(paula));
  expect(parts.map(({ prefix, access }) => [prefix, access.assigned_organizations, access.permissions])).toEqual([
    ["", [1], [property]],
    ["further.0.", [2], [portfolio]],
  ]);
  expect(accessParts(formOf(paula, 2)).map(({ access }) => access.assigned_properties)).toEqual([[21], [11, 12]]);
});

test("adds an organization with the role and permissions of the first; without the first, the next takes its place", () => {
  const typed = withFurther({ ...formOf(paula), role: "3" }, [portfolio, property]);
  expect(typed.further[1]).toEqual({
    role: "3",
    permissions: [property],
    assigned_organizations: [],
    assigned_properties: null,
  });
  expect(withFurther(formOf(paula), [portfolio]).further[1]?.permissions).toEqual([]);
  const { first_name, assigned_organizations, further } = withoutAccess(typed, null);
  expect([first_name, assigned_organizations, further.length]).toEqual(["Paula", [2], 1]);
  expect(withoutAccess(typed, 1).further).toEqual(formOf(paula).further);
});

test("takes over a newer version of another organization's access unless it was edited here", () => {
  const base = formOf(paula);
  const [other] = base.further;
  if (other === undefined) throw new Error("She is in two.");
  const permissions: Permission[] = [property];
  const theirs = { ...base, further: [{ ...other, permissions }] };
  expect(mergeNewer(base, { ...base, first_name: "Pauline" }, theirs)).toMatchObject({
    values: { first_name: "Pauline", further: theirs.further },
    theirs: ["further"],
    kept: [],
  });
  const typed = { ...base, further: [{ ...other, assigned_properties: [] }] };
  expect(mergeNewer(base, typed, theirs)).toEqual({ values: typed, theirs: ["further"], kept: ["further"] });
});
