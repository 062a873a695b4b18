import { expect, test } from "vitest";
import { checkForm, emptyForm } from "./repaired-form.ts";

const zone = "America/Chicago";
const leak = { started_at: "2026-03-07T06:00:00Z", ended_at: null, came_back_at: null };
const now = Date.parse("2026-03-10T17:00:30Z");
const check = (repaired_at: string, change: object = {}, note = "") =>
  checkForm({ repaired_at, note }, { ...leak, ...change }, zone, now);

test("starts with the current time at the property, or the end of a leak that is over", () => {
  expect(emptyForm(leak, zone, now)).toEqual({ repaired_at: "2026-03-10T12:00", note: "" });
  const over = { ...leak, ended_at: "2026-03-09T11:00:00Z", came_back_at: "2026-03-10T06:00:00Z" };
  expect(emptyForm(over, zone, now).repaired_at).toBe("2026-03-09T06:00");
  expect(check("2026-03-10T12:00")).toEqual({});
  expect(check("2026-03-09T06:00", over)).toEqual({});
});

test("rejects an impossible time with the reason", () => {
  expect(check("").repaired_at).toMatch(/^Enter/);
  expect(check("2026-03-10T12:01").repaired_at).toMatch(/future/);
  expect(check("2026-03-06T23:59").repaired_at).toBe(
    "The leak began Mar 07, 2026, 12:00 AM; the repair cannot be earlier.",
  );
  expect(check("2026-03-07T00:00")).toEqual({});
  // The hour that the clock leaves out.
  expect(check("2026-03-08T02:30").repaired_at).toMatch(/no such time/);
  expect(check("2026-03-10T01:00", { came_back_at: "2026-03-10T06:00:00Z" }).repaired_at).toMatch(/next leak/);
});

test("rejects a note that is too long with its length", () => {
  expect(check("2026-03-10T12:00", {}, ` ${"x".repeat(1000)} `)).toEqual({});
  expect(check("2026-03-10T12:00", {}, "x".repeat(1001)).note).toMatch(/1001/);
});
