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

test("the leak of a meter that was silent for a day, while others were heard, is unconfirmed", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Quiet", time_zone: "America/New_York" });
  const unit = await addUnit(connections, property, "Main", "1");
  const home = await addMeter(connections, unit, "SPOE", "quiet-home");
  const bath = await addMeter(connections, unit, "Toilet", "quiet-bath");
  const guest = await addMeter(connections, unit, "Toilet", "quiet-guest");
  const who = { organizationIds: [], propertyIds: [property.id] };
  const read = async (leaky: number, heard: number) => {
    await connections.worker.deleteFrom("meter_days").where("property_id", "=", property.id).execute();
    await writeDay(connections, bath, "2026-06-08", { gallons: everyHour(100, leaky), leaked: everyHour(100, leaky) });
    await writeDay(connections, home, "2026-06-08", { gallons: everyHour(1000) });
    await writeDay(connections, home, "2026-06-09", { gallons: everyHour(1000, heard) });
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
  // Another leak of the unit that is heard: something runs there for certain.
  await writeDay(connections, guest, "2026-06-09", { gallons: everyHour(100), leaked: everyHour(100) });
  await rollUp(connections, property);
  await addLeak(connections, guest, leak);
  expect(await isUnconfirmed("quiet-guest")).toEqual([true, false, false]);
  expect(await isUnconfirmed("quiet-bath")).toEqual([true, false, true]);
  // What ended is not unconfirmed.
  await connections.worker
    .updateTable("leaks")
    .set({ ended_at: "2026-06-08T15:00:00Z" })
    .where("property_id", "=", property.id)
    .execute();
  expect(await isUnconfirmed("quiet-bath")).toEqual([false, false, false]);
});

test("what is only suspected is in no leak list, and says so among the meter's findings", async () => {
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
  // Beside a leak that goes on it changes nothing: not its kind, not its start, not its meter, not whether it is confirmed.
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
