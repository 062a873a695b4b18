import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, countDays } from "../../../app/report/search/calendar.ts";
import { compareSearch, presets, rangesOf } from "./compare-search.ts";
import { differenceOf, type Side } from "./difference.ts";
import { differenceMessage } from "./difference-text.ts";
import { compareFigures } from "./figures.ts";
import { movers } from "./movers.ts";

const { leak_cost, leak_percentage, units_with_leakage, devices_reporting } = compareFigures;
const side = (value: number | null, changed: Partial<Side> = {}): Side => ({
  value,
  days: 7,
  read: 0.97,
  open: false,
  ...changed,
});

// Covers owner-report-7
test("shows changes in percent, and of shares in points", () => {
  expect(differenceOf(leak_cost, side(120), side(100))).toMatchObject({ value: 20, text: "+20%" });
  expect(differenceOf(leak_percentage, side(8.5), side(10))).toMatchObject({ value: -1.5, text: "-1.5 pp" });
  expect(differenceOf(leak_cost, side(5), side(0))).toMatchObject({ kind: "said", value: 5, text: null });
});

// Covers owner-report-8
test("explains why there is no comparison: below 80 percent read, unfinished, or not measured", () => {
  const why = (now: Side, before: Side) => {
    const found = differenceOf(leak_cost, now, before);
    return found.kind === "unsaid" ? found.why : null;
  };
  expect(why(side(1), side(1, { read: 0.8 }))).toBeNull();
  expect(why(side(1), side(1, { read: 0.79 }))).toMatch(/^The second period has under 80%/);
  expect(why(side(1, { read: null }), side(1))).toMatch(/^The first period has under 80%/);
  expect(why(side(1, { read: 0 }), side(1, { read: 0 }))).toMatch(/^Each period has/);
  expect(why(side(1, { open: true }), side(1))).toMatch(/^Today is not over/);
  expect(why(side(null), side(1))).toMatch(/nothing was measured/);
  expect(differenceOf(devices_reporting, side(60, { read: 0 }), side(90)).kind).toBe("said");
});

test("compares sums of periods of different length by the day, and unit counts not at all", () => {
  const found = differenceOf(leak_cost, side(310, { days: 31 }), side(140, { days: 28 }));
  expect(found).toMatchObject({ value: 5, byDay: true, text: "+100%" });
  expect(differenceMessage(leak_cost, found)).toBe("Leak cost: $5.00 a day more in period A than in period B (+100%).");
  expect(differenceOf(units_with_leakage, side(9, { days: 31 }), side(4)).kind).toBe("unsaid");
  expect(differenceMessage(leak_percentage, differenceOf(leak_percentage, side(8), side(10)))).toBe(
    "% of leaks: 2 pp less in period A than in period B.",
  );
});

test("compares with as many days right before when the URL has no second period", () => {
  const search = compareSearch({ period: "custom-date-range", start_date: "2026-03-03", end_date: "2026-03-09" });
  expect(rangesOf(search, "2026-11-22").before).toEqual({ start_date: "2026-02-24", end_date: "2026-03-02" });
  expect(rangesOf(compareSearch({ period: "last-30-days" }), "2026-11-22").now).toEqual({
    start_date: "2026-10-23",
    end_date: "2026-11-21",
  });
  expect(compareSearch({ before_start: "2026-03-09", before_end: "2026-03-03" })).toMatchObject({
    before_start: undefined,
    before_end: undefined,
  });
  expect(compareSearch({ figure: "height" }).figure).toBeUndefined();
});

// Covers owner-report-9
test("offers common pairs of complete periods in order, and the same days of each month", () => {
  const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays("2020-01-01", days));
  fc.assert(
    fc.property(day, (today) => {
      for (const { now, before } of presets(today)) {
        expect(now.end_date < today && now.start_date <= now.end_date).toBe(true);
        expect(before.start_date <= before.end_date && before.end_date < now.start_date).toBe(true);
        expect(countDays(before.start_date, before.end_date)).toBeLessThanOrEqual(
          countDays(now.start_date, now.end_date),
        );
      }
    }),
  );
  const [, month, year] = presets("2027-03-31");
  expect(month?.before).toEqual({ start_date: "2027-02-01", end_date: "2027-02-28" });
  expect(year?.before).toEqual({ start_date: "2026-03-01", end_date: "2026-03-30" });
});

// Covers owner-report-7
test("sorts properties by the size of their change, those without a comparison last", () => {
  const row = (property_name: string, value: number | null, daysRead = 7) => ({
    property_id: property_name.length,
    property_name,
    value,
    daysRead,
  });
  const now = { rows: [row("a", 10), row("bb", 5), row("ccc", 90, 5), row("dddd", null)], days: 7, open: false };
  const before = { rows: [row("a", 12), row("bb", 25), row("ccc", 1), row("dddd", 3)], days: 7, open: false };
  const names = (ordering: string) => movers(leak_cost, now, before, ordering).map((one) => one.property_name);
  expect(names("-difference")).toEqual(["bb", "a", "ccc", "dddd"]);
  expect(names("difference")).toEqual(["a", "bb", "ccc", "dddd"]);
  expect(names("-now")).toEqual(["ccc", "a", "bb", "dddd"]);
  expect(names("-property_name")).toEqual(["dddd", "ccc", "bb", "a"]);
});
