import { describe, expect, test } from "vitest";
import {
  formatCount,
  formatDate,
  formatDateRange,
  formatDollars,
  formatDollarsShort,
  formatDuration,
  formatGallons,
  formatGallonsUnit,
  formatHour,
  formatLeakingPeriod,
  formatLeakShare,
  formatMonthSlashDay,
  formatNumber,
  formatPercent,
  formatShort,
  formatWeekday,
  NOT_MEASURED,
} from "./format.ts";

describe("never formats a missing measurement as zero", () => {
  test.each([
    formatNumber(null),
    formatGallons(null),
    formatGallonsUnit(null),
    formatDollars(null),
    formatPercent(null),
    formatDate(null),
    formatDuration(null),
  ])("%s", (text) => expect(text).toBe(NOT_MEASURED));
});

describe("figures", () => {
  // Covers constants-10
  test("are rounded, with thousands separators", () => {
    expect(formatNumber(1234567.5)).toBe("1,234,568");
    expect(formatNumber(11.84, 1)).toBe("11.8");
    expect(formatNumber(0)).toBe("0");
  });
  test("never show a negative zero", () => {
    expect(formatNumber(-0.2)).toBe("0");
    expect(formatNumber(-0.04, 1)).toBe("0.0");
    expect(formatDollars(-0.2)).toBe("$0");
  });
  test("never round a small volume to none", () => {
    expect(formatGallons(0.4)).toBe("<1");
    expect(formatGallons(0.04, 1)).toBe("<0.1");
    expect(formatGallons(0.5)).toBe("1");
    expect(formatGallons(0)).toBe("0");
    expect(formatGallonsUnit(1204.2)).toBe("1,204 gal");
  });
  test("put the minus sign before the dollar sign", () => {
    expect(formatDollars(2134.4)).toBe("$2,134");
    expect(formatDollars(-2134.456, 2)).toBe("-$2,134.46");
  });
  // Covers constants-10
  test("axes are short", () => {
    expect(formatShort(0.004)).toBe("0.004");
    expect(formatShort(950)).toBe("950");
    expect(formatShort(1250)).toBe("1.3K");
    expect(formatDollarsShort(3_000_000)).toBe("$3M");
    expect([0, 0.05, 0.1, -0.15, 1.25].map(formatDollarsShort)).toEqual(["$0", "$0.05", "$0.1", "-$0.15", "$1.3"]);
    expect(formatDollarsShort(-4_200_000_000)).toBe("-$4.2B");
  });
  test("percents and counts", () => {
    expect(formatPercent(11.84)).toBe("11.8%");
    expect([0, 0.4, 0.5, 99.4, 99.6, 100].map((percent) => formatPercent(percent, 0))).toEqual([
      "0%",
      "<1%",
      "1%",
      "99%",
      ">99%",
      "100%",
    ]);
    expect(formatCount(1, "leak")).toBe("1 leak");
    expect(formatCount(1204, "property", "properties")).toBe("1,204 properties");
  });
});

describe("days and hours", () => {
  // Covers constants-10
  test("are formatted as local days in any time zone of the browser", () => {
    expect(formatDate("2024-03-03")).toBe("Mar 03, 2024");
    expect(formatMonthSlashDay("2024-12-31")).toBe("12/31");
    expect(formatWeekday("2024-03-03")).toBe("Sun");
  });
  test("name the year of a range once where possible", () => {
    expect(formatDateRange("2024-03-03", "2024-03-09")).toBe("Mar 03 to Mar 09, 2024");
    expect(formatDateRange("2023-12-30", "2024-01-02")).toBe("Dec 30, 2023 to Jan 02, 2024");
    expect(formatDateRange("2024-03-03", "2024-03-03")).toBe("Mar 03, 2024");
  });
  test("show N/A for a leak without a start, and that a leak without an end still runs", () => {
    expect(formatLeakingPeriod("2024-03-03", "2024-03-09")).toBe("03/03 to 03/09");
    expect(formatLeakingPeriod("2024-03-03", null)).toBe("03/03 to now");
    expect(formatLeakingPeriod(null, null)).toBe("N/A");
  });
  test("hours of the day", () => {
    expect([0, 1, 11, 12, 13, 23].map(formatHour)).toEqual(["12 AM", "1 AM", "11 AM", "12 PM", "1 PM", "11 PM"]);
  });
  test("minutes", () => {
    expect([0, 45, 59.6, 60, 125].map(formatDuration)).toEqual(["0 min", "45 min", "1 h", "1 h", "2 h 5 min"]);
  });
});

// Covers beyond-8
test("are not rounded up to the limit of the next band", () => {
  expect([4.9999, 9.96, 24.951, 4.94, 5, 9.9999999999, 12.34, null].map(formatLeakShare)).toEqual([
    "<5.0%",
    "<10.0%",
    "<25.0%",
    "4.9%",
    "5.0%",
    "10.0%",
    "12.3%",
    "–",
  ]);
});
