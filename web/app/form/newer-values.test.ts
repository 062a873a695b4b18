import { expect, test } from "vitest";
import { changedFields, pick, takeNewer } from "./newer-values.ts";

const begun = { name: "Elm Court", street: "1 Elm St", city: "Austin", time_zone: "America/Chicago" };

test("sends only changed fields, trimmed", () => {
  const typed = { ...begun, name: "Elm Court ", street: " 2 Elm St " };
  expect(changedFields(begun, typed)).toEqual(["street"]);
  expect(pick(typed, ["street"])).toEqual({ street: "2 Elm St" });
});

// Covers admin-properties-5
test("takes over what somebody else saved where nothing was typed, and reports a conflict elsewhere", () => {
  const typed = { ...begun, street: "2 Elm St" };
  const newer = { ...begun, street: "3 Elm St", city: "" };
  const { values, changed } = takeNewer(begun, newer, typed);
  expect(values).toEqual({ ...begun, street: "2 Elm St", city: "" });
  expect(changed).toEqual([
    { field: "street", theirs: "3 Elm St", isOurs: true },
    { field: "city", theirs: "", isOurs: false },
  ]);
});
