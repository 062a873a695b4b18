import { describe, expect, test } from "vitest";
import { defaultPreferences } from "../../../../../contract/accounts/preferences.ts";
import type { Me } from "../../../../../contract/accounts/session.ts";
import { firstNames, reportNames, seenSentence } from "./seen-text.ts";

const me: Me = {
  id: 1,
  email: "a@example.com",
  first_name: "",
  last_name: "",
  business_title: "",
  username: "a@example.com",
  is_staff: false,
  role: "organization member",
  permissions: ["reporting.view_property_data_report"],
  organizations: [
    { id: 1, name: "Elm" },
    { id: 2, name: "Oak" },
  ],
  current_organization_id: 2,
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

describe("the access of a user", () => {
  // Covers profile-7
  test.for([
    [me, 1, "You see Property Insights for 1 property in Oak. Its administrators decide which."],
    [me, undefined, "You see Property Insights for the properties in Oak. Its administrators decide which."],
    [{ ...me, permissions: [] }, 3, "You see no reports yet for 3 properties in Oak. Its administrators decide which."],
    [
      { ...me, role: "organization admin", current_organization_id: 1 },
      3,
      "You see Property Insights for all properties of Elm, and you manage its users.",
    ],
    [
      { ...me, role: "ION staff", current_organization_id: null },
      3,
      "You see Property Insights for all properties of 2 organizations. IONAdmins decide which.",
    ],
    [
      { ...me, role: "IONAdmin", permissions: [] },
      3,
      "You see every organization with all of its properties, and you manage all users.",
    ],
    [{ ...me, role: null }, 0, "You have no role in any organization yet. An administrator can give you one."],
  ] as const)("describes the scope, %#", ([who, properties, sentence]) => {
    expect(seenSentence({ ...who, permissions: [...who.permissions] }, properties)).toBe(sentence);
  });

  test("IONAdmins have both reports without a grant", () => {
    expect(reportNames({ ...me, role: "IONAdmin", permissions: [] })).toBe("Portfolio Insights and Property Insights");
    expect(reportNames(me)).toBe("Property Insights");
    expect(reportNames({ ...me, permissions: [] })).toBe("None");
  });
});

describe("a list of names", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];

  test("is cut where more than one name is left out", () => {
    expect(firstNames(names, false)).toEqual({ shown: "a, b, c, d, e, f", more: 2 });
    expect(firstNames(names.slice(1), false)).toEqual({ shown: "b, c, d, e, f, g, h", more: 0 });
    expect(firstNames(names, true).more).toBe(0);
  });

  test("is None when empty", () => {
    expect(firstNames([], false)).toEqual({ shown: "None", more: 0 });
  });
});
