import { afterAll, beforeAll, expect, test } from "vitest";
import { leakDetailCalls } from "../../contract/reporting/leak-details.ts";
import { countPlaces } from "../metering/inventory/count-places.ts";
import { addLeak, everyHour, writeDay } from "./testing/hours.ts";
import { leakList } from "./testing/leak-list.ts";
import {
  addBuilding,
  addMeter,
  addOrganization,
  addProperty,
  addUnit,
  type TestMeter,
  type TestProperty,
} from "./testing/places.ts";
import { type ReportsApp, reportsApp } from "./testing/reports-app.ts";
import { rollUp } from "./testing/roll-up.ts";

let app: ReportsApp;
let organization: number;

beforeAll(async () => {
  app = await reportsApp("2026-06-10T16:00:00Z");
  organization = await addOrganization(app.connections, "Estate", 0.02);
});
afterAll(() => app.close());

const PERIOD = "?start_date=2026-06-01&end_date=2026-06-09";
const OVERVIEW = "GET /v1/reporting/leak-report/leak-details/meters/{meter}/overview";
const FLOW_DAY = "GET /v1/reporting/leak-report/leak-details/meters/{meter}/flow/day";
const FLOW_HOUR = "GET /v1/reporting/leak-report/leak-details/meters/{meter}/flow/hour";
const MOVED_AT = "2026-06-05T04:00:00Z";

const seeing = ({ id }: TestProperty) => ({ organizationIds: [organization], propertyIds: [id] });

async function house(name: string) {
  const { connections } = app;
  const property = await addProperty(connections, {
    name,
    organization_id: organization,
    time_zone: "America/New_York",
  });
  return {
    property,
    yard: await addBuilding(connections, property, "Yard"),
    first: await addUnit(connections, property, "Main", "1"),
    second: await addUnit(connections, property, "Main", "2"),
  };
}

/** Installs a meter that was taken out on 5 June at the point of another one, which never served. */
async function move(meter: TestMeter, to: TestMeter): Promise<TestMeter> {
  const { worker } = app.connections;
  await worker.transaction().execute(async (tx) => {
    await tx
      .updateTable("meter_services")
      .set({ meter_id: meter.id, began_at: MOVED_AT })
      .where("meter_id", "=", to.id)
      .where("property_id", "=", to.property.id)
      .execute();
    await countPlaces(tx, to.property.id);
  });
  return { ...to, id: meter.id };
}

/** A leak of a meter from one of the days of June up to another, with its gallons an hour. */
async function leaksOn(meter: TestMeter, [from, until]: [number, number], used: number, leaked: number) {
  const hours = { gallons: everyHour(used * 1000), leaked: everyHour(leaked * 1000), flowTime: everyHour(leaked * 10) };
  for (let day = from; day < until; day++) await writeDay(app.connections, meter, `2026-06-0${day}`, hours);
  const ended = until === 10 ? {} : { ended_at: `2026-06-0${until}T04:00:00Z` };
  const total = leaked * 24_000 * (until - from);
  await addLeak(app.connections, meter, { started_at: `2026-06-0${from}T04:00:00Z`, ...ended, gallons_total: total });
}

test("lists the leak of an irrigation meter that moved to a unit since", async () => {
  const { connections } = app;
  const { property, yard, first } = await house("Elm House");
  const meter = await addMeter(connections, yard, "Irrigation", "elm", { ended_at: MOVED_AT });
  await leaksOn(meter, [2, 5], 2, 1);
  const moved = await move(meter, await addMeter(connections, first, "SPOE", "elm-new"));
  await leaksOn(moved, [5, 10], 4, 3);
  await rollUp(connections, property);
  const { count, outside_units_count, results } = await leakList(app, PERIOD, seeing(property));
  expect({ count, outside_units_count }).toEqual({ count: 2, outside_units_count: 1 });
  expect(results).toMatchObject([
    { building_name: "Main", unit_name: "1", gallons_leaked: 360, meter_serial_number: "elm" },
    { building_name: "Yard", unit_name: null, gallons_leaked: 72, meter_serial_number: "elm" },
  ]);
});

test("counts of a common meter's days only those outside of units", async () => {
  const { connections } = app;
  const { property, yard, first } = await house("Oak House");
  const meter = await addMeter(connections, first, "SPOE", "oak", { ended_at: MOVED_AT });
  await leaksOn(meter, [2, 5], 2, 1);
  const moved = await move(meter, await addMeter(connections, yard, "Irrigation", "oak-new"));
  await leaksOn(moved, [5, 10], 4, 3);
  await rollUp(connections, property);
  const { results } = await leakList(app, PERIOD, seeing(property));
  expect(results).toMatchObject([
    // 24 hours of 4 and 3 gallons on five days, at 2 cents.
    { unit_name: null, gallons_consumed: 480, gallons_leaked: 360, leak_expense: 7.2, flow_time: 720 },
    { unit_name: "1", gallons_consumed: 144, gallons_leaked: 72, leak_expense: 1.44, flow_time: 240 },
  ]);
});

test("shows nothing of what a unit's meter leaked in another unit before", async () => {
  const { connections } = app;
  const { property, first, second } = await house("Ash House");
  const toilet = await addMeter(connections, first, "Toilet", "ash-toilet", { ended_at: MOVED_AT });
  const home1 = await addMeter(connections, first, "SPOE", "ash-1");
  const home2 = await addMeter(connections, second, "SPOE", "ash-2");
  await leaksOn(toilet, [2, 5], 1, 1);
  await leaksOn(home1, [2, 5], 2, 1);
  const moved = await move(toilet, await addMeter(connections, second, "Toilet", "ash-new"));
  await writeDay(connections, moved, "2026-06-06", { gallons: everyHour(500), flowTime: everyHour(2) });
  await leaksOn(home2, [5, 10], 2, 1);
  await rollUp(connections, property);
  const { results } = await leakList(app, PERIOD, seeing(property));
  // Ten minutes in each of 24 hours, without the sixth of June in the other unit.
  expect(results.find(({ unit_name }) => unit_name === "1")).toMatchObject({
    meter_serial_number: "ash-toilet",
    flow_time: 240,
  });
  const metersOf = async (serial: string) => {
    const path = `leak-report/leak-details/meters/${serial}/overview${PERIOD}`;
    const { unit_meters } = leakDetailCalls[OVERVIEW].response.parse(
      JSON.parse((await app.ask(seeing(property), path)).text),
    );
    return unit_meters.map(({ meter_serial_number, gallons_leaked }) => [meter_serial_number, gallons_leaked]);
  };
  expect(await metersOf("ash-1")).toEqual([
    ["ash-1", 72],
    ["ash-toilet", 72],
  ]);
  expect(await metersOf("ash-2")).toEqual([["ash-2", 120]]);
});

test("shows a meter's days and hours with the kind of leak of the place where it was", async () => {
  const { connections } = app;
  const { property, first, second } = await house("Bay House");
  const toilet = await addMeter(connections, first, "Toilet", "bay", { ended_at: MOVED_AT });
  await leaksOn(toilet, [2, 5], 1, 1);
  const moved = await move(toilet, await addMeter(connections, second, "SPOE", "bay-new"));
  await leaksOn(moved, [6, 8], 2, 1);
  await rollUp(connections, property);
  const ask = async (by: string, days: string) => {
    const path = `leak-report/leak-details/meters/bay/flow/${by}?${days}&ordering=date&page_size=50`;
    return JSON.parse((await app.ask(seeing(property), path)).text);
  };
  const days = leakDetailCalls[FLOW_DAY].response.parse(await ask("day", "start_date=2026-06-01&end_date=2026-06-09"));
  expect(days.results.map(({ date, leak_type }) => [date, leak_type])).toEqual([
    ["2026-06-02", "toilet leak"],
    ["2026-06-03", "toilet leak"],
    ["2026-06-04", "toilet leak"],
    ["2026-06-06", "other leak"],
    ["2026-06-07", "other leak"],
  ]);
  const hours = leakDetailCalls[FLOW_HOUR].response.parse(
    await ask("hour", "start_date=2026-06-04&end_date=2026-06-04"),
  );
  expect(hours.results).toHaveLength(24);
  expect(hours.results.every(({ leak_status }) => leak_status === "Toilet Leak")).toBe(true);
});
