import fc from "fast-check";
import { Unique } from "./drawn.ts";

const newName = fc
  .string({ unit: "grapheme", maxLength: 20 })
  .map((text) => new Unique((n) => `${text.replaceAll(/^\s+/g, "")}made ${n}`));
/** From before the first reading to the day on which all requests are made. */
const day = fc.integer({ min: 25, max: 41 }).map((n) => new Date(Date.UTC(2026, 4, n)).toISOString().slice(0, 10));
/** A password that meets all rules. */
const strongPassword = fc
  .string({ unit: "grapheme", minLength: 6, maxLength: 40 })
  .map((text) => `Qu!et-V4lve${text.replaceAll("\0", "")}`);

/** What no schema tells: by the name of a field, values that are taken wherever it stands. */
export const byField: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  start_date: day,
  end_date: day,
  date: fc.constantFrom("2026-06-05", "2026-06-09", "2026-06-10"),
  as_of: fc.constantFrom("2026-06-05", "2026-06-10"),
  days_ago: fc.constantFrom(0, 1, 7, 30),
  // Beyond the end there is no page.
  page: fc.oneof({ weight: 30, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constantFrom(2, 1000) }),
  healthy_min: fc.integer({ min: 60, max: 100 }),
  warning_min: fc.integer({ min: 0, max: 59 }),
  password: strongPassword,
  name: newName,
  label: newName,
  serial_number: fc.constant(new Unique((n) => `made-${n}`)),
  time_zone: fc.constantFrom("America/Chicago", "Asia/Kolkata", "UTC"),
};
