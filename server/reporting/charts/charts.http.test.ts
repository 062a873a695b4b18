// Covers constants-5

import { afterAll, beforeAll, expect, test } from "vitest";
import { chartCalls } from "../../../contract/reporting/charts.ts";
import { type ScopedApp, scopedApp } from "../../testing/scoped-app.ts";
import { twoZones, twoZonesNow } from "../testing/two-zones.ts";

const report = "/v1/reporting/leak-report" as const;
let site: ScopedApp;
let world: Awaited<ReturnType<typeof twoZones>>;

beforeAll(async () => {
  site = await scopedApp(twoZonesNow);
  world = await twoZones(site.connections);
});
afterAll(() => site.close());

async function gallons(query: string) {
  const answer = await site.ask(world.manager, "GET", `${report}/gallons-dynamics?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return chartCalls[`GET ${report}/gallons-dynamics`].response.parse(answer.json());
}

async function share(query: string) {
  const answer = await site.ask(world.manager, "GET", `${report}/leak-volume-percentage?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return chartCalls[`GET ${report}/leak-volume-percentage`].response.parse(answer.json());
}

// Covers rows-6
test("has a point for each day, with gaps where nothing was measured", async () => {
  const chart = await gallons("start_date=2026-06-06&end_date=2026-06-09");
  expect(chart).toMatchObject({
    resolution: "day",
    label_step: 1,
    start_date: "2026-06-06",
    end_date: "2026-06-09",
    points: [
      {
        label: "Jun 06, 2026",
        date: "2026-06-06",
        total_consumed: null,
        normal_consumption: null,
        toilet_leaks: null,
        other_leaks: null,
      },
      { label: "Jun 07, 2026", total_consumed: 24, normal_consumption: 21.6, toilet_leaks: 0, other_leaks: 2.4 },
      // 24 h x (1.111 + 1) gal
      { label: "Jun 08, 2026", total_consumed: 50.664, other_leaks: 9.6 },
      // 24 h x (10 + 5) and 19 h x 7 gal; at the toilet 24 h x 0.5 gal, elsewhere 24 h x 0.5 gal.
      { label: "Jun 09, 2026", total_consumed: 493, toilet_leaks: 12, other_leaks: 12, normal_consumption: 469 },
    ],
  });
});

// Covers rows-6
test("sums days to weeks and months", async () => {
  const weeks = await gallons("start_date=2026-06-06&end_date=2026-06-09&resolution=week");
  expect(weeks.points).toMatchObject([
    { label: "Jun 01, 2026 - Jun 07, 2026", start_date: "2026-06-06", end_date: "2026-06-07", total_consumed: 24 },
    { label: "Jun 08, 2026 - Jun 14, 2026", start_date: "2026-06-08", end_date: "2026-06-09", total_consumed: 543.664 },
  ]);
  expect(weeks.points.map(({ date }) => date)).toEqual(["2026-06-06", "2026-06-08"]);
  const half = await gallons("start_date=2026-01-01&end_date=2026-06-09");
  expect([half.resolution, half.points.length]).toEqual(["week", 24]);
  const months = await gallons("start_date=2025-01-01&end_date=2026-06-09");
  expect([months.resolution, months.points.at(-1)?.label]).toEqual(["month", "Jun 2026"]);
});

test("takes yesterday in each property's time zone", async () => {
  const chart = await gallons("days_ago=1");
  expect(chart.points.map((point) => [point.start_date, point.total_consumed])).toEqual([
    ["2026-06-08", 24],
    ["2026-06-09", 360],
  ]);
});

test("aligns the previous period, where both were read", async () => {
  const palm = `property_id=${world.properties.palm}&comparison=previous_period`;
  const chart = await share(`${palm}&start_date=2026-06-08&end_date=2026-06-08`);
  expect(chart).toMatchObject({
    goal_percentage: 10,
    points: [{ percent_of_leaks: 40, previous_percent_of_leaks: 10, percentage_difference: 30 }],
  });
  expect((await gallons(`${palm}&start_date=2026-06-08&end_date=2026-06-08`)).points).toMatchObject([
    { total_consumed: 24, previous_period_consumed: 24, percentage_difference: 0 },
  ]);
  // The heater's meter and a home have no data: 1 of 4 meter-days.
  const elm = await gallons(
    `property_id=${world.properties.elm}&comparison=previous_period&start_date=2026-06-09&end_date=2026-06-09`,
  );
  expect(elm.points).toMatchObject([{ previous_period_consumed: null, percentage_difference: null }]);
});

// Covers calls-8
test("filters sums by unit, building and bed count", async () => {
  const day = "start_date=2026-06-09&end_date=2026-06-09";
  const at = async (query: string) => (await gallons(`${day}&${query}`)).points[0]?.total_consumed;
  expect(await at(`unit_id=${world.units.unit2}`)).toBe(240);
  expect(await at(`unit_id=${world.units.unit2}&unit_id=${world.units.unit10}&bedrooms_to=0`)).toBe(120);
  expect(await at("bedrooms_from=2&bedrooms_to=2")).toBe(240);
  expect(await at("bedrooms_from=1")).toBe(373);
  expect(await at(`building_id=${world.buildings.yard}`)).toBeNull();
});
