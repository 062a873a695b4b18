import { expect, test } from "vitest";
import { unitName } from "./unit-name.ts";

test("names units by serial number, long ones shortened while unique", () => {
  const taken = new Set<string>();
  const names = ["102", "df789230-d273-4fd0-aa24-6f5419469295", "df789230-d273-ffff", "102"].map((serial) =>
    unitName(serial, taken),
  );
  expect(names).toEqual(["102", "df789230", "df789230-d27", "102 (2)"]);
});
