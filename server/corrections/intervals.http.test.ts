// Covers data-4

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestGateway } from "../ingest/testing/ingest-site.ts";
import { derivedRows } from "../metering/testing/derived-rows.ts";
import { openRepairSite, type RepairSite } from "./testing/repair-site.ts";

let site: RepairSite;
beforeAll(async () => {
  site = await openRepairSite();
});
afterAll(() => site?.close());

const DAY = Date.parse("2026-05-04T05:00:00Z");
const at = (quarter: number) => new Date(DAY + quarter * 900_000).toISOString();
const quarter = (number: number, gallons: number) => ({ serial: "S", started_at: at(number), minutes: 15, gallons });

async function home(rows: object[] = Array.from({ length: 96 }, (_, i) => quarter(i, 1))) {
  const gateway = await site.addHome();
  await site.send(gateway, rows);
  await site.refresh();
  return gateway;
}

async function dayOf({ propertyId }: TestGateway) {
  const found = await sql<{ gallons: number[]; estimated: (number | null)[] | null; total: number }>`
    select gallons, estimated, gallons_total as total from meter_days where property_id = ${propertyId}`.execute(
    site.connections.worker,
  );
  return found.rows[0];
}

const rows = ({ propertyId }: TestGateway) => derivedRows(site.connections, propertyId);

test("corrects one interval, and undo restores everything", async () => {
  const gateway = await home();
  const before = await rows(gateway);
  const intervals = [{ started_at: at(5), minutes: 15, gallons: 3.5, flow_time: 2.5 }];
  const { id } = await site.repair(gateway, { kind: "correct", meter_serial_number: "S", intervals });
  expect(await dayOf(gateway)).toMatchObject({ total: 98_500, gallons: expect.arrayContaining([6500]) });
  // What the device sends of it later does not count.
  await site.send(gateway, [{ ...quarter(5, 9), sequence: 99 }]);
  await site.refresh();
  expect((await dayOf(gateway))?.total).toBe(98_500);
  await site.undo(gateway, id);
  expect((await dayOf(gateway))?.total).toBe(104_000);
  expect(before.length).toBeGreaterThan(0);
});

test("estimates the rest of an hour with an unmeasured interval, and undo restores everything", async () => {
  const gateway = await home();
  const before = await rows(gateway);
  const intervals = [{ started_at: at(5), minutes: 15, gallons: null }];
  const { id } = await site.repair(gateway, { kind: "correct", meter_serial_number: "S", intervals });
  const day = await dayOf(gateway);
  expect([day?.gallons[1], day?.estimated?.[1], day?.total]).toEqual([3000, 1000, 96_000]);
  await site.undo(gateway, id);
  expect(await rows(gateway)).toEqual(before);
});

test("a corrected hour replaces its intervals", async () => {
  const gateway = await home();
  const hours = [{ hour: at(4), gallons: 20 }];
  await site.repair(gateway, { kind: "correct", meter_serial_number: "S", hours });
  expect((await dayOf(gateway))?.gallons.slice(0, 3)).toEqual([4000, 20_000, 4000]);
});

test("the later correction counts when both an hour and its intervals were corrected", async () => {
  const gateway = await home();
  const correct = (correction: object) =>
    site.repair(gateway, { kind: "correct", meter_serial_number: "S", ...correction });
  const hour = () => correct({ hours: [{ hour: at(4), gallons: 20 }] });
  await hour();
  const { id } = await correct({ intervals: [{ started_at: at(5), minutes: 15, gallons: 7 }] });
  expect((await dayOf(gateway))?.gallons[1]).toBe(10_000);
  await site.undo(gateway, id);
  expect((await dayOf(gateway))?.gallons[1]).toBe(20_000);
  await correct({ intervals: [{ started_at: at(5), minutes: 15, gallons: 7 }] });
  await hour();
  expect((await dayOf(gateway))?.gallons[1]).toBe(20_000);
});

test("shows the minutes of a quarantined interval, and counts it once accepted only", async () => {
  const gateway = await home([...Array.from({ length: 95 }, (_, i) => quarter(i, 1)), quarter(95, 400)]);
  const [held, ...others] = await site.list(gateway, "quarantine");
  expect(others).toEqual([]);
  expect(held).toMatchObject({ sort: "interval", minutes: 15, hours: 1, gallons: 400, most_gallons: 375 });
  expect((await dayOf(gateway))?.total).toBe(96_000);
  const { id } = await site.repair(gateway, { kind: "accept", quarantine_ids: [held?.id] });
  expect((await dayOf(gateway))?.total).toBe(495_000);
  await site.undo(gateway, id);
  await site.repair(gateway, { kind: "reject", quarantine_ids: [held?.id] });
  expect((await dayOf(gateway))?.total).toBe(96_000);
});

test("a reimported range in another interval replaces the device's readings", async () => {
  const gateway = await home();
  const lines = Array.from({ length: 24 }, (_, i) => `S,${at(i * 2)},0.25`);
  await site.repair(gateway, {
    kind: "reimport",
    meter_serial_numbers: ["S"],
    from: at(0),
    until: at(48),
    csv: { text: ["who,when,much", ...lines].join("\n"), map: "serial=who,time=when,gallons=much" },
  });
  const day = await dayOf(gateway);
  expect(day?.gallons.slice(0, 13)).toEqual([...Array.from({ length: 12 }, () => 500), 4000]);
});

test("a corrected hour replaces intervals that begin at half past", async () => {
  const half = (number: number, gallons: number) => ({
    ...quarter(4 * number + 2, gallons),
    minutes: 60,
  });
  const gateway = await home(Array.from({ length: 23 }, (_, i) => half(i, i === 1 ? 500 : 5)));
  expect((await dayOf(gateway))?.total).toBe(610_000);
  await site.repair(gateway, { kind: "correct", meter_serial_number: "S", hours: [{ hour: at(4), gallons: 5 }] });
  const day = await dayOf(gateway);
  expect([day?.gallons.slice(0, 3), day?.total]).toEqual([[5000, 5000, 5000], 115_000]);
});

test.each([
  ["of an hour that begin at a quarter to", 60, -900],
  ["of a quarter that are stamped four seconds early", 15, -4],
])("an unmeasured hour is without the intervals that belong to it, %s", async (_which, minutes, shiftSeconds) => {
  const shifted = (number: number, gallons: number) => ({
    serial: "S",
    started_at: new Date(DAY + number * minutes * 60_000 + shiftSeconds * 1000).toISOString(),
    minutes,
    gallons,
  });
  const perHour = 60 / minutes;
  const all = Array.from({ length: 24 * perHour }, (_, i) => shifted(i, 1));
  const gateway = await home([...all, { ...shifted(5 * perHour, 9000), sequence: 1 }]);
  const hours = [{ hour: at(5 * 4), gallons: null }];
  const { id } = await site.repair(gateway, { kind: "correct", meter_serial_number: "S", hours });
  const hoursOf = async () => (await dayOf(gateway))?.gallons.slice(3, 8);
  expect(await hoursOf()).toEqual([perHour, perHour, null, perHour, perHour].map((each) => each && each * 1000));
  expect(await site.list(gateway, "quarantine")).toEqual([]);
  await site.send(gateway, [{ ...shifted(5 * perHour, 2), sequence: 2 }]);
  await site.refresh();
  expect(await hoursOf()).toContain(null);
  await site.undo(gateway, id);
  expect(await hoursOf()).not.toContain(null);
});

test("a reimported range takes the intervals that belong to its hours, though they begin before it", async () => {
  const early = (number: number, gallons: number) => ({
    ...quarter(number, gallons),
    started_at: new Date(DAY + number * 900_000 - 4000).toISOString(),
  });
  const gateway = await home(Array.from({ length: 96 }, (_, i) => early(i, 1)));
  await site.repair(gateway, {
    kind: "reimport",
    meter_serial_numbers: ["S"],
    from: at(4),
    until: at(8),
    readings: [4, 5, 6, 7].map((number) => early(number, 3)),
  });
  expect((await dayOf(gateway))?.gallons.slice(0, 4)).toEqual([4000, 12_000, 4000, 4000]);
});

test("a corrected hour rejects what waits of it in quarantine, until that is undone", async () => {
  const gateway = await home([quarter(5, 400), quarter(9, 400), { serial: "S", hour: at(4), gallons: 9000 }]);
  const waiting = async () =>
    (await site.list(gateway, "quarantine?ordering=measured_at")).map((row) => row.measured_at);
  expect(await waiting()).toEqual([at(4), at(5), at(9)]);
  const correct = (correction: object) =>
    site.repair(gateway, { kind: "correct", meter_serial_number: "S", ...correction });
  const interval = await correct({ intervals: [{ started_at: at(5), minutes: 15, gallons: 2 }] });
  expect(await waiting()).toEqual([at(4), at(9)]);
  await site.undo(gateway, interval.id);
  const hour = await correct({ hours: [{ hour: at(4), gallons: 20 }] });
  expect(await waiting()).toEqual([at(9)]);
  await site.undo(gateway, hour.id);
  expect(await waiting()).toEqual([at(4), at(5), at(9)]);
});
