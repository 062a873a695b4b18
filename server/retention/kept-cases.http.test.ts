import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { caseCalls } from "../../contract/leaks/cases.ts";
import { at, type LeakyProperty, type LeakySite, leakySite } from "../leaks-api/testing/leaky-site.ts";
import { addMeter, addUnit } from "../reporting/testing/places.ts";
import { runRetention } from "./run-retention.ts";

const DAYS = 270;
/** The hour from which the meter of the annex has no data. */
const ANNEX_UNTIL = 25 * 24 + 10;

let site: LeakySite;
let archive: string;

beforeAll(async () => {
  archive = await mkdtemp(join(tmpdir(), "dripline-archive-"));
  site = await leakySite(at(DAYS));
  const { propertyId, buildingId } = site.ours;
  const building = { property: { id: propertyId, timeZone: "America/Chicago" }, buildingId, unitId: null };
  await addMeter(site.app.connections, building, "Irrigation", "lawn");
  const other = await addUnit(site.app.connections, building.property, "Annex", "2");
  await addMeter(site.app.connections, other, "Toilet", "annex");
  // Ours leak for ten days, less on the last one, and the unit is then fixed. Theirs leak from the tenth day on without end.
  const ourMeters = ["home", "bath", "lawn", "annex"];
  for (let day = 0; day < DAYS; day += 30) {
    await site.send(site.ours, [day, day + 30], (serial, of, hour) => water(serial, of, hour, 20), ourMeters);
    await site.send(site.theirs, [day, day + 30], (serial, of, hour) => water(serial, of, hour, DAYS));
  }
}, 120_000);
afterAll(async () => {
  await site?.app.close();
  await rm(archive, { recursive: true });
});

function water(serial: string, day: number, hour: number, until: number): number | null {
  const leak = day < 10 || day >= until ? 0 : day === 19 ? 1 : 3;
  if (serial === "lawn") return leak;
  if (serial === "annex" && day * 24 + hour >= ANNEX_UNTIL) return null;
  if (serial === "bath" || serial === "annex") return leak + (hour === 9 ? 1.5 : 0);
  return leak + (hour > 6 && hour < 19 ? (hour * 5) % 9 : 0);
}

/** The cases of a property, with the days on which they leaked. */
async function cases({ manager }: LeakyProperty) {
  const list = await site.app.ask(manager, "GET", "/v1/cases");
  expect(list.status, list.text).toBe(200);
  const { results } = caseCalls["GET /v1/cases"].response.parse(list.json());
  return Promise.all(
    results.map(async (one) => {
      const whole = await site.app.ask(manager, "GET", `/v1/cases/${one.id}`);
      const { days, leaks } = caseCalls["GET /v1/cases/{id}"].response.parse(whole.json());
      const leaked = days.flatMap(({ date, gallons_leaked }) =>
        gallons_leaked === 0 ? [] : [{ date, gallons_leaked }],
      );
      return { ...one, leaks, leaked };
    }),
  );
}

/** Recalculates everything that is still kept, as after a change of the inventory. */
async function recalculate() {
  await sql`update properties set inventory_version = inventory_version + 1`.execute(site.app.connections.worker);
  await site.refresh();
}

const drop = (daysMonths: number | null) =>
  runRetention(site.app.connections, () => site.app.clock.now, { hoursMonths: 3, daysMonths }, archive);

test("cases stay as they are when hours and days are dropped, also once they are recalculated", async () => {
  for (const { id } of (await cases(site.ours)).filter(({ unit_id }) => unit_id !== null)) {
    const fix = { kind: "fixed", at: at(19, 23), cost: 40 };
    const reported = await site.app.ask(site.ours.manager, "POST", `/v1/cases/${id}/events`, fix);
    expect(reported.status, reported.text).toBe(201);
  }
  const before = { ours: await cases(site.ours), theirs: await cases(site.theirs) };
  const fixed = { state: "verified", over_at: at(21), total_gallons_leaked: 652, gallons_per_day: 51 };
  const inOrder = before.ours.toSorted((one, another) =>
    one.meter_serial_number.localeCompare(another.meter_serial_number),
  );
  expect(inOrder).toMatchObject([
    { ...fixed, meter_serial_number: "annex", gallons_saved: (51 / 24) * (ANNEX_UNTIL - 20 * 24) },
    { ...fixed, meter_serial_number: "bath", gallons_saved: 51 * 30 },
    { ...fixed, meter_serial_number: "lawn", state: "ended", gallons_per_day: 24, gallons_saved: null },
  ]);
  expect(before.theirs).toMatchObject([{ state: "open", over_at: null, gallons_per_day: 72 }]);
  const areAsBefore = async (what: string) => {
    expect.soft(await cases(site.ours), what).toEqual(before.ours);
    expect.soft(await cases(site.theirs), what).toEqual(before.theirs);
  };
  expect((await drop(null))?.hours.map(({ month }) => month)).toContain("2026-06");
  await areAsBefore("hours dropped");
  await recalculate();
  await areAsBefore("hours dropped, then recalculated");
  expect((await drop(6))?.days).toEqual(["2026-06", "2026-07"]);
  await areAsBefore("days dropped");
  await recalculate();
  await areAsBefore("days dropped, then recalculated");
  const note = { kind: "note", note: "The tenant is satisfied." };
  const bath = before.ours.find(({ meter_serial_number }) => meter_serial_number === "bath");
  const noted = await site.app.ask(site.ours.manager, "POST", `/v1/cases/${bath?.id}/events`, note);
  expect(noted.json()).toMatchObject({ ...fixed, gallons_saved: 51 * 30 });
}, 120_000);
