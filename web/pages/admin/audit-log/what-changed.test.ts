import { expect, test } from "vitest";
import { actionChoices, actionFilterLabel, actionLabel, isRejected } from "./audit-text.ts";
import { nameOf, whatChanged } from "./what-changed.ts";

// Covers audit-alerts-1
test("shows only the differences of a change, added and removed fields included", () => {
  const before = { name: "Oak", time_zone: "America/Denver", city: "Reno" };
  const after = { name: "Oak Court", time_zone: "America/Denver", street: "1 Elm" };
  expect(whatChanged(before, after)).toEqual([
    { field: "Name", was: "Oak", is: "Oak Court" },
    { field: "City", was: "Reno", is: undefined },
    { field: "Street", was: undefined, is: "1 Elm" },
  ]);
});

test("shows all fields of a created or deleted object, with empty ones in words", () => {
  expect(whatChanged(null, { roles: [], is_default: false, contact_phone: "" })).toEqual([
    { field: "Roles", was: undefined, is: "none" },
    { field: "Is default", was: undefined, is: "no" },
    { field: "Contact phone", was: undefined, is: "none" },
  ]);
  expect(whatChanged({ ids: [1, 2] }, null)).toEqual([{ field: "Ids", was: "1, 2", is: undefined }]);
  expect(whatChanged(null, null)).toEqual([]);
});

test("shows nested values and plain values as they are", () => {
  expect(whatChanged({ a: { b: 1 } }, { a: { b: 2 } })).toEqual([{ field: "A", was: '{"b":1}', is: '{"b":2}' }]);
  expect(whatChanged("old", "new")).toEqual([{ field: "Value", was: "old", is: "new" }]);
});

test("names the object by its new name", () => {
  expect(nameOf({ name: "Oak" }, { name: "Oak Court" })).toBe("Oak Court");
  expect(nameOf({ serial_number: "S1" }, null)).toBe("S1");
  expect(nameOf(null, { status: 422 })).toBeUndefined();
});

test("shows an unknown action by its code", () => {
  expect(actionLabel("user.create")).toBe("Created a user");
  expect(actionLabel("moon.land")).toBe("moon.land");
  expect(isRejected("session.fail")).toBe(true);
  expect(isRejected("session.start")).toBe(false);
  expect(actionFilterLabel("user.*")).toBe("Users");
  expect(actionFilterLabel("user.delete")).toBe("Deleted a user");
  expect(new Set(actionChoices.map(({ value }) => value)).size).toBe(actionChoices.length);
});
