import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { importFile } from "../imports/testing/import-file.ts";
import { type IngestSite, openIngestSite, type TestGateway, type TestMeter } from "../ingest/testing/ingest-site.ts";
import { derivedRows } from "../metering/testing/derived-rows.ts";
import { packEverything } from "../metering/testing/pack-everything.ts";
import { foreseeRetention, runRetention } from "./run-retention.ts";

const meters: TestMeter[] = [
  { serial: 'H, "1"', unit: "1", attachedTo: "SPOE", registerFactor: null },
  { serial: "T1", unit: "1", attachedTo: "Toilet", registerFactor: null },
  { serial: "R1", unit: "2", attachedTo: "SPOE", registerFactor: 264.172 },
];
const HOUR = 3_600_000;
/** The toilet's leak begins in July and goes on; registers come every 50 minutes. */
const START = Date.parse("2026-06-20T05:00:00Z");
const END = Date.parse("2026-10-10T05:00:00Z");
const NOW = Date.parse("2026-11-12T12:00:00Z");
/** All meters have no data from a time in July, while the toilet leaks, to one after the first day on which readings are accepted. */
const SILENT = ["2026-07-28T15:00:00Z", "2026-08-20T15:00:00Z"] as const;
const both = { hoursMonths: 3, daysMonths: null };

const Timed = z
  .looseObject({ hour: z.string().optional(), read_at: z.string().optional() })
  .transform(({ hour, read_at }) => Date.parse(hour ?? read_at ?? ""));

let site: IngestSite;
let gateway: TestGateway;
let archive: string;

beforeAll(async () => {
  site = await openIngestSite();
  site.clock.now = NOW;
});
afterAll(() => site?.close());
beforeEach(async () => {
  archive = await mkdtemp(join(tmpdir(), "dripline-archive-"));
  await sql`delete from properties where id not in (select property_id from meters)`.execute(site.connections.worker);
  gateway = await site.addProperty("America/Chicago", meters);
  return () => rm(archive, { recursive: true });
});

function readings(): object[] {
  const rows: object[] = [];
  for (let at = START, i = 0; at < END; at += HOUR, i++) {
    const hour = new Date(at).toISOString();
    const day = i % 24;
    const use = day < 6 ? 0 : (i * 7919) % 13;
    if (i % 40 !== 7) rows.push({ serial: 'H, "1"', hour, gallons: use / 4 + 0.001, flow_time: use * 3, events: use });
    const leaks = at > Date.parse("2026-07-22T00:00:00Z") && at < Date.parse("2026-09-15T00:00:00Z");
    rows.push({ serial: "T1", hour, gallons: (use % 3) / 2 + (leaks ? 2 : 0), sequence: i % 5 });
  }
  // Lumps after silence, one of which reaches from August into July.
  rows.push({ serial: "T1", hour: "2026-07-10T05:00:00Z", gallons: 50, hours: 7 });
  rows.push({ serial: 'H, "1"', hour: "2026-08-01T12:00:00Z", gallons: 400.123, hours: 31 });
  // Losers.
  rows.push({ serial: "T1", hour: "2026-07-03T05:00:00Z", gallons: 99, sequence: 9 });
  let register = 100;
  for (let at = START, i = 0; at < END; at += 50 * 60_000, i++) {
    register += (i * 31) % 7;
    if (i % 97 !== 5)
      rows.push({ serial: "R1", read_at: new Date(at + 17_000).toISOString(), register: register / 100 });
  }
  return rows;
}

/** The readings without those of a stretch. */
function without(from: string, until: string, rows = readings()): object[] {
  return rows.filter((row) => {
    const at = Timed.parse(row);
    return at < Date.parse(from) || at >= Date.parse(until);
  });
}

/** The readings, with one volume of the unit's meter from July into August while its toilet leaks. */
function longVolume(): object[] {
  const lump = { serial: 'H, "1"', hour: "2026-08-15T20:00:00Z", gallons: 900, hours: 400 };
  const others = readings().filter((row) => !JSON.stringify(row).includes("H, "));
  const own = readings().filter((row) => JSON.stringify(row).includes("H, "));
  return [...others, ...without("2026-07-30T05:00:00Z", "2026-08-15T21:00:00Z", own), lump];
}

async function fill(to = gateway, rows = readings()) {
  for (let i = 0; i < rows.length; i += 5000) await site.send(to, rows.slice(i, i + 5000));
  await site.refresh();
}

const run = (retention: Parameters<typeof runRetention>[2] = both) =>
  runRetention(site.connections, () => site.clock.now, retention, archive);
const rowsOf = (propertyId = gateway.propertyId) => derivedRows(site.connections, propertyId);

/** Whole days of meters as stored and derived, from a day on. */
function daysFrom(day: string) {
  return sql`
    select m.serial_number, (to_jsonb(d) - 'property_id' - 'meter_id')::text as row from meter_days d
    join meters m on m.property_id = d.property_id and m.id = d.meter_id
    where d.property_id = ${gateway.propertyId} and d.day >= ${day}::date order by 1, d.day`
    .execute(site.connections.worker)
    .then((result) => result.rows);
}
const totals = () =>
  sql`
    select meter_id, day, hours, hours_measured, gallons_total, estimated_total, leak_total, flow_total, events_total,
      hours_with_flow from meter_days where property_id = ${gateway.propertyId} order by 1, 2`
    .execute(site.connections.worker)
    .then((result) => result.rows);
const leaks = () =>
  sql`select * from leaks where property_id = ${gateway.propertyId} order by meter_id, started_at`
    .execute(site.connections.worker)
    .then((result) => result.rows);
const withHours = (before: string) =>
  sql<{ n: number }>`
    select count(*) as n from all_meter_days where property_id = ${gateway.propertyId} and day < ${before}::date
      and (gallons is not null or registers is not null or lumps is not null)`
    .execute(site.connections.worker)
    .then((result) => result.rows[0]?.n);
const archived = () => readdir(join(archive, `property-${gateway.propertyId}`));

/** Of each month of hours of a property, and of each of days, one row; oldest first within each. */
const onRecord = (action: string) =>
  sql<{ actor: string; property_id: number | null; after: object }>`
    select actor, property_id, after from audit_log where action = ${action} order by id`
    .execute(site.connections.accounts)
    .then((result) => result.rows);

test("restores days, leaks and all hours from an archive", async () => {
  await fill();
  const before = await rowsOf();
  expect(before.some((line) => line.startsWith("leak T1"))).toBe(true);
  expect(before.some((line) => line.startsWith("superseded"))).toBe(true);
  // So late that all of it goes.
  site.clock.now = Date.parse("2028-01-01T00:00:00Z");
  expect(await packEverything(site)).toBeGreaterThan(300);
  const dropped = await run();
  expect(await withHours("2027-01-01")).toBe(0);
  expect(await onRecord("retention.drop_hours")).toEqual(
    dropped?.hours.map(({ propertyId, month, days }) => ({
      actor: "server",
      property_id: propertyId,
      after: { month, days },
    })),
  );
  site.clock.now = NOW;
  const other = await site.addProperty("America/Chicago", meters);
  const folder = join(archive, `property-${gateway.propertyId}`);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  for (const name of await archived()) expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600);
  const files = (await archived()).filter((name) => name.endsWith(".csv.gz"));
  expect(files).toHaveLength(10);
  for (const file of files.reverse()) {
    const { report } = await importFile(site.connections, other.propertyId, join(folder, file), { now: NOW });
    expect([report.rejected, report.duplicate, report.broken]).toEqual([0, 0, null]);
  }
  await site.refresh();
  expect(await rowsOf(other.propertyId)).toEqual(before);
  // The checksums are those that the usual tool takes.
  for (const sums of (await archived()).filter((name) => name.endsWith(".sha256")))
    execFileSync("sha256sum", ["--check", "--quiet", sums], { cwd: folder });
});

test.each([
  // The clocks go back on the 1st of November; forward by half an hour on the 4th of October; never, from a half hour.
  { zone: "America/Chicago", from: "2026-10-30T05:00:00Z" },
  { zone: "Australia/Lord_Howe", from: "2026-10-02T13:30:00Z" },
  { zone: "Asia/Kolkata", from: "2026-10-02T18:30:00Z" },
])("restores days of any length from an archive: $zone", async ({ zone, from }) => {
  const place = await site.addProperty(zone, meters);
  const rows: object[] = [];
  for (let i = 0; i < 6 * 24; i++) {
    const at = Date.parse(from) + i * HOUR;
    const hour = new Date(at).toISOString();
    if (i < 30 || i > 70)
      rows.push({ serial: 'H, "1"', hour, gallons: (i % 7) / 3, flow_time: (i % 60) + 0.4, sequence: i });
    if (i % 5 === 0) rows.push({ serial: "T1", hour, gallons: 1 }, { serial: "T1", hour, gallons: 2.5, events: 3 });
    if (i > 100)
      for (const part of [0, 1, 2, 3])
        rows.push({
          ...{ serial: "T1", started_at: new Date(at + part * 900_000 - 600_000).toISOString(), minutes: 15 },
          ...{ gallons: part / 8, flow_time: part + 0.35, events: part, sequence: part === 3 ? i : 0 },
        });
    if (i % 11 === 0) rows.push({ serial: "T1", started_at: new Date(at).toISOString(), minutes: 5, gallons: 0.25 });
    if (i % 22 === 0) rows.push({ serial: "T1", started_at: new Date(at).toISOString(), minutes: 5, gallons: 0.5 });
    rows.push({ serial: "R1", read_at: new Date(at + (i % 3) * 61_000).toISOString(), register: 1e7 + i * 1.237 });
  }
  rows.push({ serial: 'H, "1"', hour: new Date(Date.parse(from) + 71 * HOUR).toISOString(), gallons: 40.5, hours: 41 });
  await fill(place, rows);
  const before = await rowsOf(place.propertyId);
  expect(before.length).toBeGreaterThan(20);
  site.clock.now = Date.parse("2028-01-01T00:00:00Z");
  await run();
  site.clock.now = NOW;
  const other = await site.addProperty(zone, meters);
  const folder = join(archive, `property-${place.propertyId}`);
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".csv.gz"))) {
    const { report } = await importFile(site.connections, other.propertyId, join(folder, file), { now: NOW });
    expect([report.rejected, report.duplicate, report.broken]).toEqual([0, 0, null]);
  }
  await site.refresh();
  expect(await rowsOf(other.propertyId)).toEqual(before);
});

test("keeps totals, leaks, units and later hours unchanged", async () => {
  await fill();
  const before = { totals: await totals(), leaks: await leaks(), kept: await daysFrom("2026-08-01") };
  const report = await run();
  const own = report?.hours.filter(({ propertyId }) => propertyId === gateway.propertyId);
  expect(own?.map(({ month, days }) => [month, days])).toEqual([
    ["2026-06", 33],
    ["2026-07", 92],
  ]);
  expect({ totals: await totals(), leaks: await leaks(), kept: await daysFrom("2026-08-01") }).toEqual(before);
  expect(await withHours("2026-07-31")).toBe(0);
  // Nothing is left for a second run, and nothing is written twice.
  const files = await archived();
  expect((await run())?.hours).toEqual([]);
  expect(await archived()).toEqual(files);
});

test("keeps the days that a multi-hour volume needs", async () => {
  await fill();
  await run();
  // 31 hours that end on the 1st of August at 07:00 begin on the 31st of July at midnight.
  const left = await sql<{ day: string; serial_number: string }>`
    select d.day, m.serial_number from meter_days d join meters m on m.property_id = d.property_id and m.id = d.meter_id
    where d.property_id = ${gateway.propertyId} and d.day < '2026-08-01' and d.gallons is not null`.execute(
    site.connections.worker,
  );
  expect(left.rows).toEqual([{ day: "2026-07-31", serial_number: 'H, "1"' }]);
});

/** Recalculates all meters, as after a change of the inventory. */
async function recalculate() {
  // Since long before the first reading instead of no start date: another configuration with the same meaning.
  await sql`update meter_services set began_at = '2020-01-01' where property_id = ${gateway.propertyId}`.execute(
    site.connections.worker,
  );
  await sql`update properties set inventory_version = inventory_version + 1 where id = ${gateway.propertyId}`.execute(
    site.connections.worker,
  );
  await site.refresh();
}

test.each([
  ["meters that report", () => readings()],
  ["meters without data around the first day that is kept", () => without(...SILENT)],
])("recalculating from the kept state changes nothing: %s", async (_which, rows) => {
  await fill(gateway, rows());
  await run();
  // What is expected of meters begins with their services.
  const lines = async () => (await rowsOf()).filter((line) => !line.startsWith("meters "));
  const before = { lines: await lines(), totals: await totals(), leaks: await leaks() };
  await recalculate();
  expect({ lines: await lines(), totals: await totals(), leaks: await leaks() }).toEqual(before);
});

test("a late hour of a volume that reaches back to archived days leaves the unit's days there unchanged", async () => {
  await fill(gateway, longVolume());
  await run();
  const days = async () => (await rowsOf()).filter((line) => /^unit day 1 .*"day": "2026-07/.test(line));
  const before = await days();
  expect(before.at(-1)).toMatch(/"day": "2026-07-31".*"toilet_leak": [1-9]/);
  await fill(gateway, [{ serial: 'H, "1"', hour: "2026-08-10T12:00:00Z", gallons: 100 }]);
  expect(await days()).toEqual(before);
});

test("keeps the last days before a silence that lasted beyond the first day that is kept", async () => {
  const rows = without(...SILENT);
  const isLater = (row: object) => Timed.parse(row) >= Date.parse(SILENT[1]);
  await fill(
    gateway,
    rows.filter((row) => !isLater(row)),
  );
  await run();
  const days = async () => (await rowsOf()).filter((line) => / day .*"day": "2026-0[67]/.test(line));
  const before = await days();
  expect(before.filter((line) => line.startsWith("unit day 1 "))).toHaveLength(39);
  await fill(gateway, rows.filter(isLater));
  expect(await days()).toEqual(before);
});

test("accepts a late reading on the first open day as if nothing had been dropped", async () => {
  const rows = readings().filter((row) => !JSON.stringify(row).includes("2026-08-09T"));
  const late = readings().filter((row) => JSON.stringify(row).includes("2026-08-09T1"));
  await fill(gateway, rows);
  const whole = await site.addProperty("America/Chicago", meters);
  await fill(whole, [...rows, ...late]);
  await run();
  await fill(gateway, late);
  const of = (propertyId: number) =>
    sql`
      select m.serial_number, d.day, d.gallons, d.estimated, d.leak_gallons, d.gallons_total, d.leak_total from meter_days d
      join meters m on m.property_id = d.property_id and m.id = d.meter_id
      where d.property_id = ${propertyId} and d.day >= '2026-08-02' order by 1, 2`
      .execute(site.connections.worker)
      .then((result) => result.rows);
  expect(await of(gateway.propertyId)).toEqual(await of(whole.propertyId));
  const leaksOf = async (propertyId: number) =>
    (await rowsOf(propertyId)).filter((line) => line.startsWith("leak ") || line.startsWith("unit day"));
  expect(await leaksOf(gateway.propertyId)).toEqual(await leaksOf(whole.propertyId));
});

test("rejects readings older than what is kept, also a volume that begins there", async () => {
  await fill();
  await run();
  const old = { serial: "T1", hour: "2026-08-09T04:00:00Z", gallons: 1 };
  const open = { serial: "T1", hour: "2026-08-09T05:00:00Z", gallons: 100 };
  const lump = { ...open, hour: "2026-08-09T06:00:00Z", hours: 3 };
  const answer = await site.send(gateway, [old, open, lump]);
  expect(answer.rows.map(({ code }) => code)).toEqual(["too_old", undefined, "too_old"]);
  expect(answer.rows[0]?.reason).toContain("accepted from 2026-08-09 on, because hours before 2026-08-01 are archived");
});

test("restarts a meter with a state of an earlier version where hours are kept, and ends earlier leaks there", async () => {
  await fill();
  await run();
  const before = await totals();
  // The first byte of a state is its version.
  await sql`update meter_checkpoints set state = set_byte(state, 0, 1)`.execute(site.connections.worker);
  await sql`update meter_states set state = set_byte(state, 0, 1)`.execute(site.connections.worker);
  await sql`update properties set inventory_version = inventory_version + 1 where id = ${gateway.propertyId}`.execute(
    site.connections.worker,
  );
  await site.refresh();
  const older = (rows: unknown[]) => rows.filter((row) => JSON.stringify(row).match(/"day":"2026-0(6|7)/));
  expect(older(await totals())).toEqual(older(before));
  const found = await sql<{ opened_at: Date; ended_at: Date }>`
    select opened_at, ended_at from leaks l join meters m on m.property_id = l.property_id and m.id = l.meter_id
    where l.property_id = ${gateway.propertyId} and m.serial_number = 'T1' and opened_at < '2026-08-09'
    order by opened_at`.execute(site.connections.worker);
  expect(found.rows.at(-1)?.ended_at.toISOString()).toBe("2026-08-09T05:00:00.000Z");
});

const propertyDays = () =>
  sql`select * from property_days where property_id = ${gateway.propertyId} order by day`
    .execute(site.connections.worker)
    .then((result) => result.rows);

test("drops days after their time with their partitions; properties' days and leaks stay", async () => {
  await fill();
  const before = { days: await propertyDays(), leaks: await leaks() };
  site.clock.now = Date.parse("2027-02-12T12:00:00Z");
  const report = await run({ hoursMonths: 3, daysMonths: 6 });
  site.clock.now = NOW;
  expect(report?.days).toEqual(["2026-06", "2026-07"]);
  expect(await onRecord("retention.drop_days")).toEqual(
    ["2026-06", "2026-07"].map((month) => ({ actor: "server", property_id: null, after: { month } })),
  );
  const left = await sql<{ first: string; units: string }>`
    select min(day) as first, (select min(day) from unit_days where property_id = ${gateway.propertyId}) as units
    from meter_days where property_id = ${gateway.propertyId}`.execute(site.connections.worker);
  expect(left.rows).toEqual([{ first: "2026-08-01", units: "2026-08-01" }]);
  expect({ days: await propertyDays(), leaks: await leaks() }).toEqual(before);
});

test("properties' days stay when a register that is read once a month is recalculated", async () => {
  const monthly = ["2026-07-25", "2026-08-25", "2026-09-25"].map((day, i) => ({
    ...{ serial: "R1", read_at: `${day}T15:00:00Z`, register: 100 + 10 * i },
  }));
  await fill(gateway, [...readings().filter((row) => !JSON.stringify(row).includes('"R1"')), ...monthly]);
  const before = await propertyDays();
  site.clock.now = Date.parse("2027-03-12T12:00:00Z");
  const report = await run({ hoursMonths: null, daysMonths: 6 });
  site.clock.now = NOW;
  expect(report?.days).toContain("2026-08");
  await recalculate();
  expect(await propertyDays()).toEqual(before);
  const dropped = await sql<{ name: string | null }>`select to_regclass('unit_days_2026_08')::text as name`.execute(
    site.connections.worker,
  );
  expect(dropped.rows).toEqual([{ name: null }]);
});

test("drops nothing when the archive cannot be written", async () => {
  await fill();
  const before = await rowsOf();
  await writeFile(join(archive, `property-${gateway.propertyId}`), "in the way");
  await expect(run()).rejects.toThrow();
  expect(await rowsOf()).toEqual(before);
  await rm(join(archive, `property-${gateway.propertyId}`));
  expect((await run())?.hours.filter(({ propertyId }) => propertyId === gateway.propertyId)).toHaveLength(2);
});

test("one property's failing archive does not block the others", async () => {
  await fill();
  const neighbour = await site.addProperty("America/Chicago", meters);
  await fill(neighbour);
  await writeFile(join(archive, `property-${gateway.propertyId}`), "in the way");
  await expect(run()).rejects.toThrow();
  expect(await withHours("2026-07-31")).toBeGreaterThan(0);
  expect(await readdir(join(archive, `property-${neighbour.propertyId}`))).toContain("2026-07.json");
  await rm(join(archive, `property-${gateway.propertyId}`));
  const report = await run();
  expect(new Set(report?.hours.map(({ propertyId }) => propertyId))).toEqual(new Set([gateway.propertyId]));
});

test("a run that is stopped ends after the current month, and the next one drops the rest", async () => {
  await fill();
  let dropped = 0;
  const options = { onDropped: () => dropped++, isStopped: () => dropped > 0 };
  const stopped = await runRetention(site.connections, () => site.clock.now, both, archive, options);
  expect(stopped?.hours).toHaveLength(1);
  const rest = await run();
  const months = [...(stopped?.hours ?? []), ...(rest?.hours ?? [])].filter(
    ({ propertyId }) => propertyId === gateway.propertyId,
  );
  expect(months.map(({ month }) => month)).toEqual(["2026-06", "2026-07"]);
});

test("readers do not wait for the rewrite of a month that waits for another reader", async () => {
  await fill();
  const { owner, worker } = site.connections;
  const dump = await worker.startTransaction().execute();
  await sql`select from meter_days where day = '2026-07-10' limit 1`.execute(dump);
  const running = run();
  const waiting = async () => {
    const found = await sql`
      select from pg_stat_activity
      where datname = current_database() and query like 'vacuum%' and wait_event_type = 'Lock'`.execute(owner);
    return found.rows.length;
  };
  try {
    await expect.poll(waiting).toBe(1);
    await worker.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = '5s'`.execute(tx);
      await sql`select count(*) from meter_days where day = '2026-07-10'`.execute(tx);
    });
  } finally {
    await dump.rollback().execute();
  }
  expect((await running)?.hours.map(({ month }) => month)).toContain("2026-07");
});

test("counts the days of an archived property again once it is restored", async () => {
  await fill();
  const { worker } = site.connections;
  const days = async () => (await rowsOf()).filter((line) => / day .*"day": "2026-(08|09|10)/.test(line));
  const before = await days();
  // As an earlier release added them up.
  await sql`update unit_days set other_leak = other_leak + 5 where property_id = ${gateway.propertyId}`.execute(worker);
  const archiveProperty = (at: string | null) =>
    sql`update properties set rolled_up = least(rolled_up, ${at === null ? 99 : 0}::int), archived_at = ${at}::timestamptz
      where id = ${gateway.propertyId}`.execute(worker);
  await archiveProperty("2026-11-10T12:00:00Z");
  await run();
  await archiveProperty(null);
  await site.refresh();
  expect(await days()).toEqual(before);
});

test("a dry run reports what would be dropped and changes nothing", async () => {
  await fill();
  const before = await rowsOf();
  const seen = await foreseeRetention(site.connections, () => site.clock.now, both);
  expect(seen.hours.filter(({ propertyId }) => propertyId === gateway.propertyId)).toMatchObject([
    { month: "2026-06", days: 33 },
    { month: "2026-07", days: 93 },
  ]);
  expect(await rowsOf()).toEqual(before);
});

test("an archive matches its manifest", async () => {
  await fill();
  await run();
  const text = await readFile(join(archive, `property-${gateway.propertyId}`, "2026-07.json"), "utf8");
  expect(JSON.parse(text)).toMatchObject({
    time_zone: "America/Chicago",
    from_day: "2026-07-01",
    until_day: "2026-07-31",
    files: [{ file: "2026-07.hours.csv.gz" }, { file: "2026-07.registers.csv.gz" }],
  });
});
