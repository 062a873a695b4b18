import { afterAll, beforeAll, expect, test } from "vitest";
import { financeCalls } from "../../contract/costs/finances.ts";
import { portfolioCalls } from "../../contract/portfolio/portfolio.ts";
import { reportingCalls } from "../../contract/reporting/reporting.ts";
import { everyHour, writeDay } from "./testing/hours.ts";
import { addMeter, addProperty, addUnit } from "./testing/places.ts";
import { type ReportsApp, reportsApp } from "./testing/reports-app.ts";
import { rollUp } from "./testing/roll-up.ts";

let app: ReportsApp;

beforeAll(async () => {
  // 20:00 on 10 June in New York, 14:00 in Honolulu, 02:00 on 11 June in Berlin.
  app = await reportsApp("2026-06-11T00:00:00Z");
});
afterAll(() => app.close());

type Who = { organizationIds: number[]; propertyIds: number[] };

async function ask(who: Who, path: string, query: string): Promise<unknown> {
  const answer = await app.ask(who, `${path}?${query}&comparison=previous_period`);
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text);
}

const INSIGHTS = "GET /v1/reporting/portfolio-insights";
const overview = async (who: Who, query: string) =>
  reportingCalls["GET /v1/reporting/overview"].response.parse(await ask(who, "overview", query));
const costs = async (who: Who, query: string) =>
  financeCalls[`${INSIGHTS}/finances/costs`].response.parse(await ask(who, "portfolio-insights/finances/costs", query));
const classes = async (who: Who, query: string) =>
  portfolioCalls[`${INSIGHTS}/portfolio-performance`].response.parse(
    await ask(who, "portfolio-insights/portfolio-performance", query),
  );
const changesByName = async (who: Who, query: string) =>
  reportingCalls[`${INSIGHTS}/properties/performance`].response
    .parse(await ask(who, "portfolio-insights/properties/performance", query))
    .results.map((row) => [row.property_name, row.gallons_consumed_comparison]);

/** A home that uses a gallon an hour on each day from one of June 2026 up to another. */
async function home(
  name: string,
  timeZone: string,
  [first, last]: [number, number],
  service: { began_at?: string } = {},
) {
  const { connections } = app;
  const property = await addProperty(connections, { name, time_zone: timeZone });
  const unit = await addUnit(connections, property, "Main", "1");
  const meter = await addMeter(connections, unit, "SPOE", name, service);
  for (let day = first; day <= last; day++) {
    await writeDay(connections, meter, `2026-06-${String(day).padStart(2, "0")}`, {
      gallons: everyHour(1000),
      leaked: everyHour(100),
    });
  }
  return { property, meter };
}

const seeing = (...properties: { id: number }[]): Who => ({
  organizationIds: [],
  propertyIds: properties.map(({ id }) => id),
});

test("compares no days of which the last is not over with whole ones", async () => {
  const { connections } = app;
  const { property: east, meter } = await home("East", "America/New_York", [1, 9]);
  await writeDay(connections, meter, "2026-06-10", { gallons: everyHour(1000, 20), leaked: everyHour(100, 20) });
  await rollUp(connections, east);
  const { property: berlin } = await home("Berlin", "Europe/Berlin", [1, 10]);
  await rollUp(connections, berlin);
  const today = "start_date=2026-06-10&end_date=2026-06-10";
  for (const query of [today, "start_date=2026-06-06&end_date=2026-06-10"]) {
    expect(await overview(seeing(east), query)).toMatchObject({
      gallons_consumed_comparison: null,
      leak_cost_comparison: null,
    });
    expect(await costs(seeing(east), query)).toMatchObject({ previous_period_cost: null, percentage_difference: null });
    expect(await classes(seeing(east), query)).toMatchObject({ total_leaks_comparison: null });
    // The same day is over in Berlin; a sum with a property where it is not has no comparison.
    expect(await overview(seeing(berlin), query)).toMatchObject({ gallons_consumed_comparison: 0 });
    expect(await overview(seeing(berlin, east), query)).toMatchObject({ gallons_consumed_comparison: null });
    expect(await changesByName(seeing(berlin, east), query)).toEqual(
      expect.arrayContaining([
        ["Berlin", 0],
        ["East", null],
      ]),
    );
  }
  expect(await overview(seeing(east), "start_date=2026-06-06&end_date=2026-06-09")).toMatchObject({
    gallons_consumed_comparison: 0,
  });
});
