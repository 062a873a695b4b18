import { afterAll, beforeAll, expect, test } from "vitest";
import { addLeak, everyHour, writeDay } from "./testing/hours.ts";
import { leakList } from "./testing/leak-list.ts";
import { addMeter, addProperty, addUnit } from "./testing/places.ts";
import { type ReportsApp, reportsApp } from "./testing/reports-app.ts";
import { rollUp } from "./testing/roll-up.ts";
import { twoZonesNow } from "./testing/two-zones.ts";

let app: ReportsApp;

beforeAll(async () => {
  app = await reportsApp(twoZonesNow);
});
afterAll(() => app.close());

test("marks a leak as unconfirmed when its meter has had no data for a day, while others have", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Quiet", time_zone: "America/New_York" });
  const unit = await addUnit(connections, property, "Main", "1");
  const home = await addMeter(connections, unit, "SPOE", "quiet-home");
  const bath = await addMeter(connections, unit, "Toilet", "quiet-bath");
  const guest = await addMeter(connections, unit, "Toilet", "quiet-guest");
  const who = { organizationIds: [], propertyIds: [property.id] };
  const read = async (leaky: number, measured: number) => {
    await connections.worker.deleteFrom("meter_days").where("property_id", "=", property.id).execute();
    await writeDay(connections, bath, "2026-06-08", { gallons: everyHour(100, leaky), leaked: everyHour(100, leaky) });
    await writeDay(connections, home, "2026-06-08", { gallons: everyHour(1000) });
    await writeDay(connections, home, "2026-06-09", { gallons: everyHour(1000, measured) });
    await rollUp(connections, property);
  };
  const isUnconfirmed = async (serial: string) => {
    const [row] = (await leakList(app, "?days_ago=7", who)).results;
    const path = `leak-report/leak-details/meters/${serial}/overview?days_ago=7`;
    const detail = JSON.parse((await app.ask(who, path)).text);
    return [row?.is_active, row?.is_unconfirmed, detail.leaks[0].unconfirmed];
  };
  const leak = { started_at: "2026-06-08T04:00:00Z", gallons_total: 1 };
  await read(11, 10);
  await addLeak(connections, bath, leak);
  // Its last hour ends at 11:00, the property's newest at 10:00, 11:00 and 12:00 of the next day.
  expect(await isUnconfirmed("quiet-bath")).toEqual([true, false, false]);
  await read(11, 11);
  expect(await isUnconfirmed("quiet-bath")).toEqual([true, true, true]);
  await read(11, 12);
  expect(await isUnconfirmed("quiet-bath")).toEqual([true, true, true]);
  // Another leak of the unit whose meter still reports: the unit certainly leaks.
  await writeDay(connections, guest, "2026-06-09", { gallons: everyHour(100), leaked: everyHour(100) });
  await rollUp(connections, property);
  await addLeak(connections, guest, leak);
  expect(await isUnconfirmed("quiet-guest")).toEqual([true, false, false]);
  expect(await isUnconfirmed("quiet-bath")).toEqual([true, false, true]);
  // What ended is not unconfirmed, once the meters have measured a day since.
  await connections.worker
    .updateTable("leaks")
    .set({ ended_at: "2026-06-08T15:00:00Z" })
    .where("property_id", "=", property.id)
    .execute();
  await rollUp(connections, property);
  expect(await isUnconfirmed("quiet-bath")).toEqual([true, true, false]);
  await writeDay(connections, bath, "2026-06-09", { gallons: everyHour(0) });
  await rollUp(connections, property);
  expect(await isUnconfirmed("quiet-bath")).toEqual([false, false, false]);
});

test("leaves suspected leaks out of all lists but the meter's findings", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Maybe", time_zone: "America/New_York" });
  const unit = await addUnit(connections, property, "Main", "1");
  const home = await addMeter(connections, unit, "SPOE", "maybe-home");
  const bath = await addMeter(connections, unit, "Toilet", "maybe-bath");
  const who = { organizationIds: [], propertyIds: [property.id] };
  await writeDay(connections, home, "2026-06-09", { gallons: everyHour(50_000) });
  await writeDay(connections, bath, "2026-06-09", { gallons: everyHour(1_000) });
  await rollUp(connections, property);
  const burst = { started_at: "2026-06-09T22:00:00Z", gallons_total: 0, suspected: true };
  await addLeak(connections, home, burst);
  for (const query of ["", "?include_active_leak=true", "?only_active=true&include_active_leak=true"]) {
    expect((await leakList(app, query, who)).count).toBe(0);
  }
  const detailOf = async (serial: string) =>
    JSON.parse((await app.ask(who, `leak-report/leak-details/meters/${serial}/overview`)).text);
  expect(await detailOf("maybe-home")).toMatchObject({
    leak_type: null,
    leak_start_date: null,
    is_active: false,
    leaks: [{ suspected: true, unconfirmed: false }],
  });
  // Next to a leak that goes on it changes nothing: not its kind, not its start, not its meter, not whether it is
  // confirmed.
  await addLeak(connections, bath, { started_at: "2026-06-08T22:00:00Z", gallons_total: 0 });
  const rows = (await leakList(app, "?include_active_leak=true", who)).results;
  expect(rows).toMatchObject([
    {
      leak_type: "toilet leak",
      meter_serial_number: "maybe-bath",
      leak_start_date: "2026-06-08",
      is_unconfirmed: false,
    },
  ]);
  await connections.worker.deleteFrom("meter_days").where("meter_id", "=", bath.id).execute();
  expect((await leakList(app, "?include_active_leak=true", who)).results).toMatchObject([{ is_unconfirmed: true }]);
});

test("a row shows only leaks of its own kinds, even if another leaks longer", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Own", time_zone: "America/New_York" });
  const unit = await addUnit(connections, property, "Main", "1");
  const home = await addMeter(connections, unit, "SPOE", "own-home");
  const bath = await addMeter(connections, unit, "Toilet", "own-bath");
  const who = { organizationIds: [], propertyIds: [property.id] };
  const steady = (leaked: number) => ({ gallons: everyHour(1_000), leaked: everyHour(leaked) });
  await writeDay(connections, bath, "2026-06-04", steady(100));
  await writeDay(connections, home, "2026-06-04", steady(500));
  await writeDay(connections, home, "2026-06-05", steady(300));
  await writeDay(connections, bath, "2026-06-06", { gallons: everyHour(0) });
  await writeDay(connections, home, "2026-06-06", { gallons: everyHour(0) });
  await rollUp(connections, property);
  await addLeak(connections, bath, { started_at: "2026-06-01T04:00:00Z", gallons_total: 2_400 });
  const ended = { started_at: "2026-06-04T04:00:00Z", ended_at: "2026-06-06T04:00:00Z", gallons_total: 16_800 };
  await addLeak(connections, home, ended);
  const other = "?start_date=2026-06-05&end_date=2026-06-05";
  expect((await leakList(app, other, who)).results).toMatchObject([
    {
      leak_type: "other leak",
      meter_serial_number: "own-home",
      leak_start_date: "2026-06-04",
      leak_end_date: "2026-06-05",
      is_active: false,
      // 9.6 gal beyond the toilet on the 4th and 7.2 gal on the 5th, without the toilet's 2.4 gal.
      total_gallons_leaked: 16.8,
    },
  ]);
  expect((await leakList(app, `${other}&only_active=true`, who)).count).toBe(0);
  const silent = "?start_date=2026-06-06&end_date=2026-06-06&include_active_leak=true";
  expect((await leakList(app, silent, who)).results).toMatchObject([
    {
      leak_type: "toilet leak",
      meter_serial_number: "own-bath",
      leak_start_date: "2026-06-01",
      leak_end_date: null,
      is_active: true,
      total_gallons_leaked: 2.4,
    },
  ]);
});

test("shows the meter of a running leak when nothing leaked in the period", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Later", time_zone: "America/New_York" });
  const unit = await addUnit(connections, property, "Main", "1");
  await addMeter(connections, unit, "SPOE", "later-home");
  const guest = await addMeter(connections, unit, "Toilet", "later-guest");
  const bath = await addMeter(connections, unit, "Toilet", "later-bath");
  await connections.worker
    .updateTable("meter_services")
    .set({ began_at: "2026-06-08T16:00:00Z" })
    .where("property_id", "=", property.id)
    .where("meter_id", "=", bath.id)
    .execute();
  await writeDay(connections, guest, "2026-06-05", { gallons: everyHour(0) });
  await rollUp(connections, property);
  await addLeak(connections, bath, { started_at: "2026-06-08T20:00:00Z", gallons_total: 0 });
  const who = { organizationIds: [], propertyIds: [property.id] };
  const silent = "?start_date=2026-06-05&end_date=2026-06-05&include_active_leak=true";
  expect((await leakList(app, silent, who)).results).toMatchObject([
    { leak_type: "toilet leak", meter_serial_number: "later-bath", leak_start_date: "2026-06-08" },
  ]);
});
