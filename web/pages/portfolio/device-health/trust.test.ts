import fc from "fast-check";
import { expect, test } from "vitest";
import { missingDataMessage, missingOf, sharesOf, shareText, trustHeadline, trustOf } from "./trust.ts";

const row = (health: "healthy" | "warning" | "critical" | null, total_devices: number, unknown_devices = 0) => ({
  health,
  total_devices,
  unknown_devices,
});
const overview = (total_properties: number, critical: number, no_data = 0) => ({
  total_properties,
  properties: { healthy: total_properties - critical - no_data, warning: 0, critical, no_data },
});

// Covers devices-2
test("treats critical properties and those without any contact as unreliable; one without devices is not judged", () => {
  const results = [row("critical", 10), row("warning", 10), row("healthy", 10), row(null, 0, 4), row(null, 0)];
  const trust = trustOf(overview(5, 1, 2), { count: 5, results });
  expect(trust).toEqual({ untrusted: 2, judged: 4, rows: [results[0], results[3]] });
  expect(trustHeadline(trust)).toBe("2 of 4 properties cannot be trusted");
});

test("counts critical properties beyond the end of the list", () => {
  const results = Array.from({ length: 50 }, () => row("critical", 10));
  const trust = trustOf(overview(500, 61, 3), { count: 500, results });
  expect([trust.untrusted, trust.judged, trust.rows.length]).toEqual([61, 497, 50]);
});

test('uses the singular for one property, and "all" for none excluded', () => {
  expect(trustHeadline({ untrusted: 1, judged: 1 })).toBe("This property cannot be trusted");
  expect(trustHeadline({ untrusted: 0, judged: 1 })).toBe("This property can be trusted");
  expect(trustHeadline({ untrusted: 0, judged: 15 })).toBe("All 15 properties can be trusted");
});

const days = (meter_days_read: number, meter_days_expected: number) => ({ meter_days_read, meter_days_expected });

// Covers devices-2
test("separates missing devices by whether their property is reliable", () => {
  const missing = missingOf(days(920, 1000), days(10, 60));
  expect(missing).toEqual({ expected: 1000, read: 920, theirs: 50, elsewhere: 30 });
  expect(missingDataMessage(missing, { untrusted: 2 }, "last 7 days")).toBe(
    "Too few of their devices report. 5.0% of the meter days behind the portfolio's figures are missing because of them, 3.0% elsewhere (last 7 days).",
  );
  expect(missingDataMessage(missingOf(days(950, 1000), days(10, 60)), { untrusted: 1 }, "last 7 days")).toMatch(
    /^Too few of its devices.* 5\.0% .* because of it, none elsewhere/,
  );
  expect(missingDataMessage(missingOf(days(970, 1000), days(60, 60)), { untrusted: 1 }, "last 7 days")).toMatch(
    /None of the meter days .* because of it yet, 3\.0% elsewhere/,
  );
});

test("reports when nothing is known separately, or nothing is missing", () => {
  expect(missingDataMessage(missingOf(days(920, 1000), undefined), { untrusted: 0 }, "last 7 days")).toBe(
    "8.0% of the meter days behind the portfolio's figures are missing (last 7 days).",
  );
  expect(missingDataMessage(missingOf(days(1000, 1000), undefined), { untrusted: 0 }, "last 7 days")).toBe(
    "All of the meter days behind the portfolio's figures were read (last 7 days).",
  );
  expect(missingDataMessage(missingOf(days(0, 0), undefined), { untrusted: 0 }, "last 7 days")).toMatch(
    /No meter was in/,
  );
});

test("parts add up to the total, and none is negative", () => {
  const counts = fc.tuple(fc.nat(500), fc.nat(500), fc.nat(500), fc.nat(500));
  fc.assert(
    fc.property(counts, ([theirRead, theirLost, otherRead, otherLost]) => {
      const all = days(theirRead + otherRead, theirRead + theirLost + otherRead + otherLost);
      const { expected, read, theirs, elsewhere } = missingOf(all, days(theirRead, theirRead + theirLost));
      expect([theirs, elsewhere]).toEqual([theirLost, otherLost]);
      expect(read + (theirs ?? 0) + elsewhere).toBe(expected);
    }),
  );
});

test("shares add up to 100, rounding up those cut most", () => {
  // 95.15, 2.45 and 2.40 in a hundred: each rounded for itself they would be 100.1.
  expect(sharesOf({ expected: 10_000, read: 9_515, theirs: 245, elsewhere: 240 })).toEqual({
    read: "95.2%",
    theirs: "2.4%",
    elsewhere: "2.4%",
  });
  expect(sharesOf({ expected: 100_000, read: 99_999, theirs: null, elsewhere: 1 })).toMatchObject({
    read: ">99.9%",
    elsewhere: "<0.1%",
  });
});

test("never rounds a share to nothing or to all", () => {
  expect([shareText(1, 100_000), shareText(0, 10), shareText(99_999, 100_000), shareText(10, 10)]).toEqual([
    "<0.1%",
    "0.0%",
    ">99.9%",
    "100.0%",
  ]);
});
