import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PropertyPrices } from "../../../../../../contract/costs/gallon-prices.ts";
import { DEFAULT_RATE } from "../../../../../app/report/headline/default-rate.ts";
import { addDays } from "../../../../../app/report/search/calendar.ts";
import { EVER, isOn, OPEN } from "./day-spans.ts";
import { priceLanes, replacedDays, standing } from "./price-lanes.ts";

const units = [1, 2, 3, 4];
const start = "2026-02-20";
/** Every day on which anything in these tests changes, the day before, and far ones on either side. */
const days = [
  EVER,
  "1999-12-31",
  ...Array.from({ length: 45 }, (_, nth) => addDays(start, nth - 5)),
  "2150-01-01",
  OPEN,
];

const span = fc
  .record({
    first: fc.nat(25),
    length: fc.option(fc.nat(10)),
    cost: fc.integer({ min: 1, max: 4 }).map((cents) => cents / 100),
  })
  .map(({ first, length, cost }) => ({
    cost,
    start_date: addDays(start, first),
    end_date: length === null ? null : addDays(start, first + length),
  }));
const chosen = fc.subarray(units, { minLength: 1 });
const made_at = "2026-02-01T12:00:00.000Z";
const entry = fc.record({ span, unit_ids: chosen }).map(({ span, unit_ids }) => ({ ...span, unit_ids }));

type Entry = PropertyPrices["history"][number];

/** Converts a history, oldest first, to the API's order: newest first. */
function toHistory<T extends object>(oldestFirst: readonly T[]): (T & Pick<Entry, "id" | "made_by" | "made_at">)[] {
  return oldestFirst.map((one, nth) => ({ ...one, id: nth + 1, made_by: `${nth}@b.example`, made_at })).reverse();
}

function covers(
  day: string,
  { start_date, end_date }: { start_date: string | null; end_date: string | null },
): boolean {
  return (start_date ?? EVER) <= day && day <= (end_date ?? OPEN);
}

/** The newest entry for a unit and a day; undefined: none. */
function entryOn(history: readonly Entry[], unit: number, day: string): Entry | undefined {
  return history.find((one) => one.unit_ids.includes(unit) && covers(day, one));
}

/** The prices in force, a unit and a day at a time; the last day stands for all that come. */
function inForce(history: readonly Entry[]): PropertyPrices["prices"] {
  const near = days.slice(2, -2);
  return units.flatMap((unit) =>
    near.flatMap((day) => {
      const latest = entryOn(history, unit, day);
      const end_date = day === near.at(-1) ? null : day;
      return latest === undefined ? [] : [{ unit_ids: [unit], cost: latest.cost, start_date: day, end_date }];
    }),
  );
}

/** The lanes' value for a unit and a day; fails unless exactly one lane has the unit, and one of its spans the day. */
function held(lanes: ReturnType<typeof priceLanes>, which: "now" | "then", unit: number, day: string) {
  const own = lanes.filter(({ unit_ids }) => unit_ids.includes(unit));
  expect(own).toHaveLength(1);
  const spans = (own[0]?.[which] ?? own[0]?.now ?? []).filter((one) => isOn(day, one));
  expect(spans).toHaveLength(1);
  return spans[0];
}

describe("against a model of every unit and day", () => {
  const scenario = fc.record({
    entries: fc.array(entry, { maxLength: 8 }).map(toHistory),
    defaults: fc.array(span, { maxLength: 1 }).map((prices) => ({ prices, history: toHistory(prices) })),
    planned: entry.map(({ start_date, end_date, ...one }) => ({ ...one, first: start_date, last: end_date ?? OPEN })),
  });

  // Covers custom-cost-5
  test("spans cover each day exactly once, and the newest price wins", () => {
    fc.assert(
      fc.property(scenario, ({ entries, defaults, planned }) => {
        const lanes = priceLanes(units, { prices: inForce(entries), history: entries }, defaults, planned);
        for (const unit of units) {
          for (const day of days) {
            const latest = entryOn(entries, unit, day);
            const usual = defaults.prices.find((one) => covers(day, one));
            const expected =
              latest === undefined
                ? { cost: usual?.cost ?? DEFAULT_RATE, source: usual === undefined ? "usual" : "organization" }
                : { cost: latest.cost, source: "own" };
            const now = held(lanes, "now", unit, day);
            expect(now).toMatchObject(expected);
            if (latest !== undefined) expect(now?.historyEntry?.id).toBe(latest.id);
            const isNew = planned.unit_ids.includes(unit) && isOn(day, planned);
            expect(held(lanes, "then", unit, day)).toMatchObject(
              isNew ? { cost: planned.cost, source: "new" } : expected,
            );
          }
        }
      }),
    );
  });

  test("replaces exactly the prices on the days and units of the new one", () => {
    fc.assert(
      fc.property(scenario, ({ entries, defaults, planned }) => {
        const lanes = priceLanes(units, { prices: inForce(entries), history: entries }, defaults, planned);
        const replaced = replacedDays(lanes, planned);
        for (const day of days) {
          const now = planned.unit_ids.map((unit) => held(lanes, "now", unit, day)?.cost);
          const gone = replaced
            .filter((one) => isOn(day, one))
            .flatMap(({ cost, units: count }) => Array(count).fill(cost));
          expect(gone.sort()).toEqual(isOn(day, planned) ? now.sort() : []);
        }
      }),
    );
  });

  test("an earlier price still applies on all of its days, on some or on none", () => {
    fc.assert(
      fc.property(scenario, ({ entries, defaults }) => {
        const lanes = priceLanes(units, { prices: inForce(entries), history: entries }, defaults, undefined);
        for (const one of entries) {
          const won = one.unit_ids.flatMap((unit) =>
            days.filter((day) => covers(day, one)).map((day) => entryOn(entries, unit, day)?.id === one.id),
          );
          expect(standing(lanes, one)).toBe(won.every(Boolean) ? "all" : won.some(Boolean) ? "some" : "none");
        }
      }),
    );
  });
});

test("groups equal units in one lane; those of the new price come first, then the larger ones", () => {
  const prices = [{ unit_ids: [4], cost: 0.02, start_date: start, end_date: null }];
  const none = { prices: [], history: [] };
  expect(priceLanes(units, none, undefined, undefined).map(({ unit_ids }) => unit_ids)).toEqual([[1, 2, 3, 4]]);
  const lanes = priceLanes(units, { prices, history: [] }, undefined, {
    unit_ids: [4],
    cost: 0.03,
    first: start,
    last: OPEN,
  });
  expect(lanes.map(({ unit_ids }) => unit_ids)).toEqual([[4], [1, 2, 3]]);
  expect(lanes.map(({ then }) => then === null)).toEqual([false, true]);
});
