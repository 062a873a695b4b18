import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { portfolioCalls } from "../../../contract/portfolio/portfolio.ts";
import { reportingCalls } from "../../../contract/reporting/reporting.ts";
import { type ReportsApp, reportsApp } from "../testing/reports-app.ts";
import { manyUnits, manyUnitsNow } from "./testing/many-units.ts";

const OVERVIEW = portfolioCalls["GET /v1/reporting/portfolio-insights/properties/overview"].response;
const STATUS = portfolioCalls["GET /v1/reporting/portfolio-insights/portfolio-performance"].response;
const ROWS = reportingCalls["GET /v1/reporting/portfolio-insights/properties/performance"].response;
const OF_UNITS = reportingCalls["GET /v1/reporting/overview"].response;

let app: ReportsApp;
let world: Awaited<ReturnType<typeof manyUnits>>;

beforeAll(async () => {
  app = await reportsApp(manyUnitsNow);
  world = await manyUnits(app.connections);
});
afterAll(() => app.close());

async function ask(path: string): Promise<unknown> {
  const answer = await app.ask(world.who, path);
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text);
}

const header = async (query: string) => OVERVIEW.parse(await ask(`portfolio-insights/properties/overview?${query}`));
const status = async (query: string) => STATUS.parse(await ask(`portfolio-insights/portfolio-performance?${query}`));
const rows = async (query: string) =>
  ROWS.parse(await ask(`portfolio-insights/properties/performance?${query}&page_size=50`)).results;

const period = fc.oneof(
  fc.constantFrom("days_ago=1", "days_ago=7"),
  fc.tuple(fc.integer({ min: 4, max: 9 }), fc.integer({ min: 0, max: 3 })).map(([first, days]) => {
    const last = Math.min(9, first + days);
    return `start_date=2026-06-0${first}&end_date=2026-06-0${last}`;
  }),
);
const places = fc.subarray([0, 1, 2, 3], { minLength: 1 });
const chosen = (indexes: number[]) => indexes.map((i) => `property_id=${world.propertyIds[i]}`).join("&");

const total = (values: (number | null)[]) => {
  const known = values.filter((value) => value !== null);
  return known.length === 0
    ? null
    : expect.closeTo(
        known.reduce((sum, value) => sum + value, 0),
        6,
      );
};

/** Figures that are additive over any subset of the units. */
const added = [
  "total_units",
  "bedrooms",
  "units_with_leakage",
  "gallons_consumed",
  "gallons_leaked",
  "meter_days_read",
  "meter_days_expected",
] as const;

test("totals equal the sums of the properties, and of units by bed count", async () => {
  await fc.assert(
    fc.asyncProperty(period, places, async (days, indexes) => {
      const query = `${days}&${chosen(indexes)}`;
      const whole = await header(query);
      const ofProperties = await Promise.all(indexes.map((i) => header(`${days}&${chosen([i])}`)));
      const ofBedrooms = await Promise.all(
        [0, 1, 2, 3, 4, 5, 6, 7].map((n) => header(`${query}&bedrooms_from=${Math.min(n, 6)}&bedrooms_to=${n}`)),
      );
      // From six to seven and more is more than seven: what has six is counted twice.
      const six = ofBedrooms[6];
      for (const name of added) {
        expect(whole[name], name).toEqual(total(ofProperties.map((part) => part[name])));
        const parts = ofBedrooms.map((part) => part[name]);
        expect(whole[name], name).toEqual(total([...parts, -(six?.[name] ?? 0)]));
      }
      const listed = await rows(query);
      expect(whole.gallons_consumed).toEqual(total(listed.map((row) => row.gallons_consumed)));
      expect(whole.units_with_leakage).toEqual(total(listed.map((row) => row.units_with_leakage)));
      const { on_track, opportunities, critical, zero_usage, no_data, total_leaks } = await status(query);
      expect(on_track + opportunities + critical + zero_usage + no_data).toBe(indexes.length);
      expect(on_track).toBe(listed.filter((row) => row.performance === "on_track").length);
      expect(total_leaks).toBe(whole.units_with_leakage);
    }),
    { numRuns: 12 },
  );
});

test("figures by bed count equal those of the same units by id", async () => {
  const bedrooms = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 7 })).filter(([a, b]) => a <= b);
  await fc.assert(
    fc.asyncProperty(period, places, bedrooms, async (days, indexes, [from, to]) => {
      const named = world.units.filter(
        (unit) => indexes.includes(unit.property) && unit.bedrooms >= from && (to === 7 || unit.bedrooms <= to),
      );
      fc.pre(named.length > 0);
      const query = `${days}&${chosen(indexes)}`;
      const byBedrooms = await header(`${query}&bedrooms_from=${from}&bedrooms_to=${to}`);
      const byName = OF_UNITS.parse(await ask(`overview?${query}&${named.map(({ id }) => `unit_id=${id}`).join("&")}`));
      for (const name of added) if (name !== "bedrooms") expect(byBedrooms[name], name).toEqual(byName[name]);
      expect(byBedrooms).toMatchObject({ leak_percentage: byName.leak_percentage, leak_cost: byName.leak_cost });
      const heaters = byBedrooms.cards.find((card) => card.id === "units_with_leakage")?.water_heater_leak_value;
      const [first, last] = [byBedrooms.start_date, byBedrooms.end_date];
      const leaking = named.filter((unit) => unit.heaterLeaks.some((day) => day >= first && day <= last));
      expect(heaters ?? 0).toBe(leaking.length);
    }),
    { numRuns: 25 },
  );
});

test("the cost of a period equals the sum of its days, however it is split", async () => {
  const cost = async (query: string) => (await header(query)).cards.find((card) => card.id === "leak_cost")?.value ?? 0;
  const days = [4, 5, 6, 7, 8, 9].map((day) => `start_date=2026-06-0${day}&end_date=2026-06-0${day}`);
  for (const i of [0, 1, 2, 3]) {
    const byDay = await Promise.all(days.map((day) => cost(`${day}&${chosen([i])}`)));
    const whole = await cost(`start_date=2026-06-04&end_date=2026-06-09&${chosen([i])}`);
    const sum = byDay.reduce((a, b) => a + b, 0);
    // Each day is rounded to cents for itself.
    expect(Math.abs(whole - sum)).toBeLessThanOrEqual(0.005 * 7 + 1e-9);
    expect(whole).toBeCloseTo(world.leakCosts[i] ?? Number.NaN, 6);
  }
});
