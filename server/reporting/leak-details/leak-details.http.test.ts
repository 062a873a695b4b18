import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { leakDetailCalls } from "../../../contract/reporting/leak-details.ts";
import { clockChange, clockChangeNow } from "../testing/clock-change.ts";
import { addLeak, everyHour, writeDay } from "../testing/hours.ts";
import { pagesAreTheSet } from "../testing/pages-are-the-set.ts";
import { addMeter, addProperty, addUnit } from "../testing/places.ts";
import { type ReportsApp, reportsApp } from "../testing/reports-app.ts";
import { rollUp } from "../testing/roll-up.ts";

const base = "GET /v1/reporting/leak-report/leak-details/meters/{meter}";
const meter = encodeURIComponent("elm/2 №1");
const novemberFirst = "?start_date=2026-11-01&end_date=2026-11-01";
const toToday = "start_date=2026-10-30&end_date=2026-11-04";
let app: ReportsApp;
let world: Awaited<ReturnType<typeof clockChange>>;

beforeAll(async () => {
  app = await reportsApp(clockChangeNow);
  world = await clockChange(app.connections);
});
afterAll(() => app.close());

async function read<T extends z.ZodType>(response: T, path: string): Promise<z.output<T>> {
  const answer = await app.ask(world.manager, `leak-report/leak-details/meters/${meter}/${path}`);
  expect(answer.status, answer.text).toBe(200);
  return response.parse(JSON.parse(answer.text));
}
const overview = (query: string) => read(leakDetailCalls[`${base}/overview`].response, `overview${query}`);
const flowDay = (query: string) => read(leakDetailCalls[`${base}/flow/day`].response, `flow/day${query}`);
const flowHour = (query: string) => read(leakDetailCalls[`${base}/flow/hour`].response, `flow/hour${query}`);
const chartDay = (query: string) =>
  read(leakDetailCalls[`${base}/consumption/day`].response, `consumption/day${query}`);
const chartHour = (query: string) =>
  read(leakDetailCalls[`${base}/consumption/hour`].response, `consumption/hour${query}`);

// Covers calls-12
test("shows the place, the period's figures and the leak since its start", async () => {
  expect(await overview(novemberFirst)).toEqual({
    ...world.places,
    case_id: expect.any(Number),
    property_name: "Elm Court",
    building_name: "North",
    unit_name: "Unit 2",
    leak_type: "other leak",
    meter_serial_number: "elm/2 №1",
    attached_to: "SPOE",
    time_zone: "America/New_York",
    leak_start_date: "2026-10-30",
    leak_end_date: "2026-11-01",
    is_active: false,
    gallons_consumed: 24.7,
    gallons_leaked: 2.5,
    total_gallons_leaked: 14.5,
    start_date: "2026-11-01",
    end_date: "2026-11-01",
    last_reading_date: "2026-11-03",
    unit_leak_type: "other leak",
    unit_gallons_leaked: 2.5,
    unit_meters: [
      { meter_serial_number: "elm/2 №1", attached_to: "SPOE", leak_type: "other leak", gallons_leaked: 2.5 },
    ],
    leaks: [
      {
        started_at: "2026-10-30T00:00:00-04:00",
        opened_at: "2026-10-30T00:00:00-04:00",
        // Five hours after midnight, one of them the doubled one.
        ended_at: "2026-11-01T04:00:00-05:00",
        unconfirmed: false,
        suspected: false,
        rules: ["continuous", "long_run"],
        opened_by: ["continuous"],
        confidence: "high",
        total_gallons_leaked: 14.5,
      },
    ],
  });
});

test("gives null fields without a leak in the period", async () => {
  expect(await overview("?days_ago=0")).toMatchObject({
    leak_type: null,
    leak_start_date: null,
    leak_end_date: null,
    is_active: false,
    gallons_consumed: 1,
    gallons_leaked: 0,
    total_gallons_leaked: 0,
    leaks: [],
  });
  expect(await overview("?start_date=2020-01-01&end_date=2020-01-02")).toMatchObject({ gallons_consumed: null });
});

test("a leak that ended at midnight ended on the day before", async () => {
  const march = await overview("?start_date=2026-03-08&end_date=2026-03-08");
  expect(march).toMatchObject({ leak_start_date: "2026-03-08", leak_end_date: "2026-03-08" });
  expect((await overview("?start_date=2026-03-09&end_date=2026-03-09")).leaks).toEqual([]);
});

// Covers rows-5
test("lists days newest first with totals since the leak's start, without days that have no row", async () => {
  expect(await flowDay(`?${toToday}`)).toEqual({
    count: 4,
    next: null,
    previous: null,
    days_kept_from: null,
    results: [
      {
        date: "2026-11-03",
        leak_type: null,
        total_leak_gallons: 0,
        leak_gallons: 0,
        gallons_consumed: 1,
        twenty_two_gallons: 0,
        flow_time: 70,
        event: null,
        events: null,
        hours_measured: 10,
        estimated_gallons: 0,
      },
      {
        date: "2026-11-02",
        leak_type: null,
        total_leak_gallons: 0,
        leak_gallons: 0,
        gallons_consumed: 2.4,
        // Nothing was measured: all of it is caught up.
        twenty_two_gallons: null,
        flow_time: null,
        event: null,
        events: null,
        hours_measured: 0,
        estimated_gallons: 2.4,
      },
      {
        date: "2026-11-01",
        leak_type: "other leak",
        total_leak_gallons: 14.5,
        leak_gallons: 2.5,
        gallons_consumed: 24.7,
        // 22 hours with flow are one short of 25 less two.
        twenty_two_gallons: 0,
        flow_time: null,
        event: null,
        events: null,
        hours_measured: 23,
        estimated_gallons: 0.7,
      },
      {
        date: "2026-10-30",
        leak_type: "other leak",
        total_leak_gallons: 12,
        leak_gallons: 12,
        gallons_consumed: 24,
        // 22 hours of flow, just enough.
        twenty_two_gallons: 24,
        flow_time: 1320,
        event: 24,
        events: 24,
        hours_measured: 24,
        estimated_gallons: 0,
      },
    ],
  });
});

test("keeps the total of a leak that began before the period", async () => {
  const { results } = await flowDay(novemberFirst);
  expect(results).toMatchObject([{ date: "2026-11-01", total_leak_gallons: 14.5 }]);
});

test("the total of a leak excludes an earlier one that ended on the same day", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Again", time_zone: "America/New_York" });
  const home = await addMeter(connections, await addUnit(connections, property, "Main", "1"), "SPOE", "again");
  const gallons = everyHour(1000);
  await writeDay(connections, home, "2026-10-20", { gallons, leaked: everyHour(500) });
  await writeDay(connections, home, "2026-10-21", {
    gallons,
    leaked: [...everyHour(700, 6), ...everyHour(0, 14), ...everyHour(400, 4)],
  });
  await writeDay(connections, home, "2026-10-22", { gallons, leaked: [...everyHour(300, 10), ...everyHour(0, 14)] });
  await rollUp(connections, property);
  await addLeak(connections, home, {
    started_at: "2026-10-20T04:00:00Z",
    ended_at: "2026-10-21T10:00:00Z",
    gallons_total: 16_200,
  });
  await addLeak(connections, home, {
    started_at: "2026-10-22T00:00:00Z",
    ended_at: "2026-10-22T14:00:00Z",
    gallons_total: 4_600,
  });
  const totalsOf = async (days: string) => {
    const who = { organizationIds: [], propertyIds: [property.id] };
    const answer = await app.ask(who, `leak-report/leak-details/meters/again/flow/day?${days}&ordering=date`);
    const { results } = leakDetailCalls[`${base}/flow/day`].response.parse(JSON.parse(answer.text));
    return results.map((row) => row.total_leak_gallons);
  };
  expect(await totalsOf("start_date=2026-10-20&end_date=2026-10-22")).toEqual([12, 1.6, 4.6]);
  // The first one is over before the period begins.
  expect(await totalsOf("start_date=2026-10-22&end_date=2026-10-22")).toEqual([4.6]);
});

test("counts 21 hours with flow as all but two of a 23-hour day", async () => {
  const { results } = await flowDay("?start_date=2026-03-08&end_date=2026-03-08");
  expect(results).toMatchObject([{ hours_measured: 23, twenty_two_gallons: 21, gallons_consumed: 21 }]);
});

// Covers rows-5
test("lists the repeated hour twice, each with its own gallons and offset", async () => {
  const counted = await flowHour("?start_date=2026-10-30&end_date=2026-10-30");
  expect(counted.results.map(({ event, events }) => [event, events])).toEqual(counted.results.map(() => [1, 1]));
  const { count, results } = await flowHour(`${novemberFirst}&ordering=date&page_size=9`);
  expect(count).toBe(25);
  const rows = results.map((row) => [row.hour, row.starts_at.slice(-6), row.gallons, row.leak_status]);
  expect(rows).toEqual([
    ["00:00", "-04:00", 1, "Other Leak"],
    ["01:00", "-04:00", 1.5, "Other Leak"],
    ["01:00", "-05:00", 2.5, "Other Leak"],
    ["02:00", "-05:00", 1, "Other Leak"],
    ["03:00", "-05:00", 1, "Other Leak"],
    ["04:00", "-05:00", 0.7, "Catch-Up"],
    ["05:00", "-05:00", null, "No Data"],
    // Covered: its neighbours hold its volume.
    ["06:00", "-05:00", 0, "No Leak"],
    ["07:00", "-05:00", 1, "No Leak"],
  ]);
  expect(results.map((row) => row.total_leak_gallons)).toEqual([12.5, 13, 13.5, 14, 14.5, 0, 0, 0, 0]);
  expect(results.every((row) => row.leak_details === row.leak_status)).toBe(true);
});

test("leaves out the skipped hour and future ones", async () => {
  const march = await flowHour("?start_date=2026-03-08&end_date=2026-03-08&ordering=date&page_size=50");
  expect(march.results.map((row) => row.hour).slice(0, 4)).toEqual(["00:00", "01:00", "03:00", "04:00"]);
  expect(march.count).toBe(23);
  const today = await flowHour("?days_ago=0&page_size=50");
  expect(today.results.map((row) => [row.hour, row.gallons]).slice(0, 2)).toEqual([
    ["10:00", null],
    ["09:00", 0.1],
  ]);
  expect(today.count).toBe(11);
});

// Covers rows-7
test("charts a point for every day that has begun, null where nothing is known", async () => {
  expect(await chartDay(`?${toToday}`)).toEqual([
    { label: "2026-10-30", gallons_consumed: 24, gallons_leaked: 12, events: 24, estimated_gallons: 0 },
    { label: "2026-10-31", gallons_consumed: null, gallons_leaked: null, events: null, estimated_gallons: 0 },
    { label: "2026-11-01", gallons_consumed: 24.7, gallons_leaked: 2.5, events: null, estimated_gallons: 0.7 },
    { label: "2026-11-02", gallons_consumed: 2.4, gallons_leaked: 0, events: null, estimated_gallons: 2.4 },
    { label: "2026-11-03", gallons_consumed: 1, gallons_leaked: 0, events: null, estimated_gallons: 0 },
  ]);
  // It has begun elsewhere on earth, but not there.
  expect(await chartDay("?start_date=2026-11-04&end_date=2026-11-04")).toEqual([]);
});

// Covers calls-12
test("charts 25, 24 and today's 11 hours, which add up to the chart by day", async () => {
  const hours = await chartHour("?start_date=2026-10-31&end_date=2026-11-03");
  expect(hours).toHaveLength(24 + 25 + 24 + 11);
  expect(hours.slice(0, 24).every((point) => point.gallons_consumed === null && point.gallons_leaked === null)).toBe(
    true,
  );
  expect(hours.slice(24 + 1, 24 + 3).map((point) => point.label)).toEqual([
    "2026-11-01T01:00:00-04:00",
    "2026-11-01T01:00:00-05:00",
  ]);
  expect(hours[24 + 5]).toMatchObject({ gallons_consumed: 0.7, gallons_leaked: 0, estimated_gallons: 0.7 });
  for (const day of await chartDay("?start_date=2026-11-01&end_date=2026-11-03")) {
    const ofDay = hours.filter((point) => point.label.startsWith(day.label));
    const sum = (pick: (point: (typeof ofDay)[number]) => number | null) =>
      ofDay.reduce((total, point) => total + Math.round((pick(point) ?? 0) * 1000), 0) / 1000;
    expect(sum((point) => point.gallons_consumed)).toBe(day.gallons_consumed);
    expect(sum((point) => point.gallons_leaked)).toBe(day.gallons_leaked);
    expect(sum((point) => point.estimated_gallons)).toBe(day.estimated_gallons);
  }
  expect(await chartHour("?start_date=2026-03-08&end_date=2026-03-08")).toHaveLength(23);
});

test("pages of days and hours of any size, in any order, contain each row once", async () => {
  const byDay = leakDetailCalls[`${base}/flow/day`].query?.shape.ordering.in.unwrap().options ?? [];
  const byHour = leakDetailCalls[`${base}/flow/hour`].query?.shape.ordering.in.unwrap().options ?? [];
  expect([byDay.length, byHour.length]).toEqual([16, 10]);
  await pagesAreTheSet(flowDay, byDay, toToday, (row) => row.date);
  await pagesAreTheSet(flowHour, byHour, "start_date=2026-11-01&end_date=2026-11-02", (row) => row.starts_at);
});
