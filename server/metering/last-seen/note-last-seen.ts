import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { dayNumber, dayText } from "../../time/local-day.ts";
import { isRead, type WorkDay } from "../days/work-day.ts";
import { hasDataOn, newestOn } from "./last-seen-day.ts";
import { calculateLastSeen } from "./meter-status.ts";
import { READ_DAYS } from "./status-from-days.ts";

/** All days of a meter from one on, with their totals, as they are stored now. */
export interface Worked {
  meterId: number;
  /** Number of the first day. */
  from: number;
  days: readonly WorkDay[];
}

/** What installed_meters keeps of a meter's days. */
export interface KnownLastSeen {
  /** Number of the day; null: never seen. */
  lastSeenOn: number | null;
  /** Milliseconds since the epoch; null: not known from the day. */
  seenAt: number | null;
  /** Number of the newest day with a volume; null: none. */
  lastFlowOn: number | null;
  /** Bit n: the day n days before lastSeenOn was read. */
  readDays: bigint;
}

const ALL_DAYS = (1n << BigInt(READ_DAYS)) - 1n;

/**
 * The last-seen values of a meter once its days from one on have changed.
 * @returns null where they depend on earlier days, which are not loaded
 */
export function knownAfter(before: KnownLastSeen, { from, days }: Omit<Worked, "meterId">): KnownLastSeen | null {
  const newest = days.findLast(hasDataOn);
  const lastFlowDay = days.findLast(({ totals }) => (totals.gallonsTotal ?? 0) > 0);
  if (lastFlowDay === undefined && before.lastFlowOn !== null && before.lastFlowOn >= from) return null;
  const lastFlowOn = lastFlowDay?.day ?? before.lastFlowOn;
  if (newest === undefined)
    return before.lastSeenOn !== null && before.lastSeenOn >= from ? null : { ...before, lastFlowOn: lastFlowOn };
  const lastSeenOn = newest.day;
  if (before.lastSeenOn !== null && before.lastSeenOn > lastSeenOn) return null;
  let readDays = 0n;
  for (const { day, hours, totals } of days) {
    if (day > lastSeenOn - READ_DAYS && isRead(totals.hoursMeasured, hours)) readDays |= 1n << BigInt(lastSeenOn - day);
  }
  if (before.lastSeenOn !== null) {
    // Of the loaded days those bits are outdated.
    const atHand = BigInt(Math.max(0, lastSeenOn - from + 1));
    readDays |= (((before.readDays << BigInt(lastSeenOn - before.lastSeenOn)) >> atHand) << atHand) & ALL_DAYS;
  }
  return { lastSeenOn: lastSeenOn, seenAt: newestOn(newest), lastFlowOn: lastFlowOn, readDays };
}

const Row = z.object({
  meter_id: z.int(),
  last_seen_on: z.string().nullable(),
  last_seen_at: z.date().nullable(),
  last_flow_on: z.string().nullable(),
  read_days: z.string(),
});
type Row = z.output<typeof Row>;

/** Updates installed_meters from recalculated days of meters, in the transaction that writes the days. */
export async function noteLastSeen(tx: Transactional, propertyId: number, worked: readonly Worked[]): Promise<void> {
  if (worked.length === 0) return;
  const rows = await queryRows(tx, Row)`
    select distinct on (meter_id) meter_id, last_seen_on, last_seen_at, last_flow_on, read_days::text
    from installed_meters
    where property_id = ${propertyId} and meter_id = any(${worked.map(({ meterId }) => meterId)}::bigint[])
    order by meter_id`;
  const known = new Map(rows.map((row) => [row.meter_id, row]));
  const changed: ({ meterId: number } & KnownLastSeen)[] = [];
  const unclear: number[] = [];
  for (const { meterId, from, days } of worked) {
    const row = known.get(meterId);
    // It is not installed, and will be calculated when it is.
    if (row === undefined) continue;
    const before = row.last_seen_on === "infinity" ? null : toKnown(row);
    const after = before === null ? null : knownAfter(before, { from, days });
    if (after === null || before === null) unclear.push(meterId);
    else if (differs(before, after)) changed.push({ meterId, ...after });
  }
  if (changed.length > 0) await write(tx, propertyId, changed);
  if (unclear.length > 0) await calculateLastSeen(tx, propertyId, unclear);
}

function toKnown(row: Row): KnownLastSeen {
  return {
    lastSeenOn: row.last_seen_on === null ? null : dayNumber(row.last_seen_on),
    seenAt: row.last_seen_at?.getTime() ?? null,
    lastFlowOn: row.last_flow_on === null ? null : dayNumber(row.last_flow_on),
    readDays: BigInt(row.read_days),
  };
}

function differs(a: KnownLastSeen, b: KnownLastSeen): boolean {
  return (
    a.lastSeenOn !== b.lastSeenOn || a.seenAt !== b.seenAt || a.lastFlowOn !== b.lastFlowOn || a.readDays !== b.readDays
  );
}

async function write(tx: Transactional, propertyId: number, changed: ({ meterId: number } & KnownLastSeen)[]) {
  const dayOf = (day: number | null) => (day === null ? null : dayText(day));
  const instantOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  await sql`
    update installed_meters installed
    set last_seen_on = v.last_seen_on, last_seen_at = v.last_seen_at, last_flow_on = v.last_flow_on,
      read_days = v.read_days
    from unnest(${changed.map(({ meterId }) => meterId)}::bigint[],
      ${changed.map(({ lastSeenOn }) => dayOf(lastSeenOn))}::date[], ${changed.map(({ seenAt }) => instantOf(seenAt))}::timestamptz[],
      ${changed.map(({ lastFlowOn }) => dayOf(lastFlowOn))}::date[], ${changed.map(({ readDays }) => readDays.toString())}::bigint[])
      as v (meter_id, last_seen_on, last_seen_at, last_flow_on, read_days)
    where installed.property_id = ${propertyId} and installed.meter_id = v.meter_id`.execute(tx);
}
