import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { AHEAD_MS } from "../time/clock.ts";
import { DAY_MS } from "../time/durations.ts";
import { dayText, localDayAt } from "../time/local-day.ts";

const PropertyRow = z.object({ time_zone: z.string() });

export interface DeviceReport {
  device: "gateway" | "router" | "meter";
  deviceId: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** Per cent of a full battery; null: not reported. */
  battery: number | null;
  /** Signal strength in dBm; null: not reported. */
  signal: number | null;
}

interface DeviceReportOnDay extends DeviceReport {
  day: number;
  batteryAt: number | null;
  signalAt: number | null;
}

/**
 * Records when devices of a property were last seen: per local day the latest time, and the battery and signal last
 * reported that day (of two at the same instant the greater). Gateways and routers also keep the latest time of all.
 * The rows do not depend on the order of the reports.
 *
 * Times in the future are ignored, both reported ones and those stored while our own clock was ahead: a new report
 * replaces these.
 * @param now milliseconds since the epoch
 */
export async function recordLastSeen(
  tx: Transactional,
  propertyId: number,
  allReports: readonly DeviceReport[],
  now: number,
): Promise<void> {
  const latest = now + AHEAD_MS;
  const reports = allReports.filter(({ at }) => at <= latest);
  if (reports.length === 0) return;
  const found = await queryRow(tx, PropertyRow)`
    select time_zone from properties where id = ${propertyId}`;
  const timeZone = found?.time_zone;
  if (timeZone === undefined) return;
  const rows = newestByDay(reports, timeZone);
  await sql`
    insert into device_days as d
      (property_id, device, device_id, day, last_seen_at, battery, battery_at, signal, signal_at)
    select ${propertyId}::bigint, v.device, v.device_id, v.day, v.last_seen_at, v.battery, v.battery_at, v.signal,
      v.signal_at
    from unnest(
      ${rows.map((row) => row.device)}::text[], ${rows.map((row) => row.deviceId)}::bigint[],
      ${rows.map((row) => dayText(row.day))}::date[], ${rows.map((row) => instant(row.at))}::timestamptz[],
      ${rows.map((row) => row.battery)}::real[], ${rows.map((row) => instant(row.batteryAt))}::timestamptz[],
      ${rows.map((row) => row.signal)}::real[], ${rows.map((row) => instant(row.signalAt))}::timestamptz[]
    ) as v (device, device_id, day, last_seen_at, battery, battery_at, signal, signal_at)
    on conflict (property_id, device, device_id, day) do update set
      last_seen_at = case when ${isAhead("d.last_seen_at", latest)} then excluded.last_seen_at
        else greatest(d.last_seen_at, excluded.last_seen_at) end,
      battery = case when ${isNews("battery", latest)} then excluded.battery else d.battery end,
      battery_at = case when ${isNews("battery", latest)} then excluded.battery_at else d.battery_at end,
      signal = case when ${isNews("signal", latest)} then excluded.signal else d.signal end,
      signal_at = case when ${isNews("signal", latest)} then excluded.signal_at else d.signal_at end`.execute(tx);
  for (const [device, table] of [
    ["gateway", "gateways"],
    ["router", "routers"],
  ] as const) {
    const newest = newestOf(reports.filter((one) => one.device === device));
    if (newest.length === 0) continue;
    await sql`
      update ${sql.table(table)} d set last_seen_at = v.last_seen_at
      from unnest(${newest.map(([id]) => id)}::bigint[], ${newest.map(([, at]) => instant(at))}::timestamptz[])
        as v (id, last_seen_at)
      where d.property_id = ${propertyId} and d.id = v.id
        and (d.last_seen_at is null or d.last_seen_at < v.last_seen_at or ${isAhead("d.last_seen_at", latest)})`.execute(
      tx,
    );
  }
}

/**
 * Records that a gateway was seen now, to the minute: a finer time would make its senders wait for each other's locks.
 * @param now milliseconds since the epoch
 */
export async function recordGatewaySeen(tx: Transactional, propertyId: number, gatewayId: number, now: number) {
  const at = Math.floor(now / 60_000) * 60_000;
  // Its local day is yesterday at the earliest.
  const known = await sql`
    select 1 from device_days
    where property_id = ${propertyId} and device = 'gateway' and device_id = ${gatewayId}
      and day >= ${dayText(Math.floor(at / DAY_MS) - 1)}::date
      and last_seen_at between ${instant(at)}::timestamptz and ${instant(now + AHEAD_MS)}::timestamptz`.execute(tx);
  if (known.rows.length > 0) return;
  await recordLastSeen(
    tx,
    propertyId,
    [{ device: "gateway", deviceId: gatewayId, at, battery: null, signal: null }],
    now,
  );
}

/**
 * SQL: a stored time is later than `latest`, milliseconds since the epoch. A literal: a distributed Postgres passes no
 * parameters to the `do update` of an insert from a select.
 */
function isAhead(column: string, latest: number): RawBuilder<unknown> {
  return sql`${sql.ref(column)} > ${sql.lit(new Date(latest).toISOString())}::timestamptz`;
}

/** SQL: the reported battery or signal is later than the stored one. */
function isNews(what: "battery" | "signal", latest: number): RawBuilder<unknown> {
  const [notedAt, noted] = [sql.ref(`d.${what}_at`), sql.ref(`d.${what}`)];
  const [reportedAt, reported] = [sql.ref(`excluded.${what}_at`), sql.ref(`excluded.${what}`)];
  return sql`(${reportedAt} is not null and (${notedAt} is null or ${isAhead(`d.${what}_at`, latest)}
    or (${reportedAt}, ${reported}) > (${notedAt}, ${noted})))`;
}

/** One row a device and day, sorted by key, so that two transactions cannot deadlock. */
function newestByDay(reports: readonly DeviceReport[], timeZone: string): DeviceReportOnDay[] {
  const rows = new Map<string, DeviceReportOnDay>();
  for (const one of reports) {
    const { day } = localDayAt(timeZone, one.at);
    const key = `${one.device} ${one.deviceId} ${day}`;
    const row = rows.get(key) ?? { ...one, day, battery: null, batteryAt: null, signal: null, signalAt: null };
    row.at = Math.max(row.at, one.at);
    if (one.battery !== null && isLater(one.at, one.battery, row.batteryAt, row.battery)) {
      row.battery = one.battery;
      row.batteryAt = one.at;
    }
    if (one.signal !== null && isLater(one.at, one.signal, row.signalAt, row.signal)) {
      row.signal = one.signal;
      row.signalAt = one.at;
    }
    rows.set(key, row);
  }
  return [...rows.values()].sort(
    (a, b) => a.device.localeCompare(b.device) || a.deviceId - b.deviceId || a.day - b.day,
  );
}

function isLater(at: number, value: number, thanAt: number | null, than: number | null): boolean {
  return thanAt === null || at > thanAt || (at === thanAt && value > (than ?? value));
}

function newestOf(reports: readonly DeviceReport[]): [id: number, at: number][] {
  const newest = new Map<number, number>();
  for (const { deviceId, at } of reports) newest.set(deviceId, Math.max(newest.get(deviceId) ?? at, at));
  return [...newest].sort(([a], [b]) => a - b);
}

function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
