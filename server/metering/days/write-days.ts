import { sql } from "kysely";
import type { Transactional } from "../../database/connect.ts";
import { unpackMonths } from "../../packed-months/unpack-months.ts";
import { dayText } from "../../time/local-day.ts";
import { arrayText } from "./array-text.ts";
import type { PlaceOfDays } from "./load-days.ts";
import { type DayTotals, totalsOf, type WorkDay } from "./work-day.ts";

/**
 * Writes what followed from the readings of these days: totals where they changed, arrays where they were touched.
 * Readings themselves are left alone, so an ingest of the same day at the same time loses nothing.
 * @returns the days whose totals or arrays changed
 */
export async function writeDays(
  tx: Transactional,
  { propertyId, packedUntil }: Omit<PlaceOfDays, "timeZone">,
  days: Iterable<WorkDay>,
): Promise<WorkDay[]> {
  const totalsOnly: WorkDay[] = [];
  const whole: WorkDay[] = [];
  const made: WorkDay[] = [];
  const bare: WorkDay[] = [];
  for (const day of days) {
    const before = day.totals;
    day.totals = totalsOf(day);
    if (!day.stored) {
      if (day.touched && !isBare(day)) made.push(day);
    } else if (isBare(day)) bare.push(day);
    else if (day.touched && hasChanged(day)) whole.push(day);
    else if (differs(before, day.totals)) totalsOnly.push(day);
  }
  const changed = [...totalsOnly, ...whole, ...made, ...bare];
  await unpackMonths(tx, propertyId, changed, packedUntil);
  if (totalsOnly.length > 0) await writeTotals(tx, propertyId, totalsOnly);
  if (whole.length > 0) await writeWhole(tx, propertyId, whole);
  if (made.length > 0) await insertMade(tx, propertyId, made);
  if (bare.length > 0) await forgetBare(tx, propertyId, bare);
  return changed;
}

/** Whether a day has no reading, as when they were withdrawn or it was there for a catch-up only, and nothing derived. */
function isBare(day: WorkDay): boolean {
  return (
    day.lumps === null &&
    day.registerSeconds === null &&
    day.intervalsUntil === null &&
    day.gallons.every((value) => value === null) &&
    day.estimated === null &&
    day.covered === 0
  );
}

async function forgetBare(tx: Transactional, propertyId: number, days: WorkDay[]) {
  await sql`
    delete from meter_days d
    using unnest(${days.map((day) => day.meterId)}::bigint[], ${days.map((day) => dayText(day.day))}::date[])
      as v (meter_id, day)
    where ${sameDay(propertyId, days)} and d.gallons is null and d.lumps is null and d.registers is null
      and d.interval_seconds is null`.execute(tx);
}

/** Whether an array that was written to differs from what is stored. */
function hasChanged({ before, gallons, estimated, leakGallons, covered, registers, hours }: WorkDay): boolean {
  return (
    before === null ||
    before.covered !== covered ||
    before.estimated !== arrayText(estimated) ||
    before.leakGallons !== arrayText(leakGallons) ||
    (registers !== null && before.gallons !== hoursText(gallons, hours))
  );
}

function differs(a: DayTotals, b: DayTotals): boolean {
  return (
    a.hoursMeasured !== b.hoursMeasured ||
    a.gallonsTotal !== b.gallonsTotal ||
    a.estimatedTotal !== b.estimatedTotal ||
    a.leakTotal !== b.leakTotal ||
    a.flowTotal !== b.flowTotal ||
    a.eventsTotal !== b.eventsTotal ||
    a.flowHours !== b.flowHours
  );
}

function totals(days: WorkDay[]) {
  const column = (pick: (totals: DayTotals) => number | null) => days.map((day) => pick(day.totals));
  return sql`${days.map((day) => day.meterId)}::bigint[], ${days.map((day) => dayText(day.day))}::date[],
    ${column((t) => t.hoursMeasured)}::smallint[], ${column((t) => t.gallonsTotal)}::bigint[],
    ${column((t) => t.estimatedTotal)}::bigint[], ${column((t) => t.leakTotal)}::bigint[],
    ${column((t) => t.flowTotal)}::int[], ${column((t) => t.eventsTotal)}::int[], ${column((t) => t.flowHours)}::smallint[]`;
}

const totalNames = sql`meter_id, day, hours_measured, gallons_total, estimated_total, leak_total, flow_total,
  events_total, hours_with_flow`;

const setTotals = sql`hours_measured = v.hours_measured, gallons_total = v.gallons_total,
  estimated_total = v.estimated_total, leak_total = v.leak_total, flow_total = v.flow_total,
  events_total = v.events_total, hours_with_flow = v.hours_with_flow`;

function sameDay(propertyId: number, days: WorkDay[]) {
  const numbers = days.map((day) => day.day);
  const first = dayText(numbers.reduce((a, b) => Math.min(a, b)));
  const last = dayText(numbers.reduce((a, b) => Math.max(a, b)));
  const day =
    first === last
      ? sql`d.day = ${first}::date`
      : sql`d.day = v.day and d.day between ${first}::date and ${last}::date`;
  return sql`d.property_id = ${propertyId} and d.meter_id = v.meter_id and ${day}`;
}

async function writeTotals(tx: Transactional, propertyId: number, days: WorkDay[]) {
  await sql`update meter_days d set ${setTotals} from unnest(${totals(days)}) as v (${totalNames})
    where ${sameDay(propertyId, days)}`.execute(tx);
}

function arrays(days: WorkDay[]) {
  const hours = days.map((day) => hoursText(day.gallons, day.hours));
  return sql`${totals(days)}, ${hours}::text[], ${days.map((day) => arrayText(day.estimated))}::text[],
    ${days.map((day) => day.covered)}::int[], ${days.map((day) => arrayText(day.leakGallons))}::text[]`;
}

/** A dense array of full length, null where no value was set; null without any value. */
function hoursText(values: (number | null)[], length: number): string | null {
  if (values.every((value) => value === null)) return null;
  return arrayText(Array.from({ length }, (_, i) => values[i] ?? null));
}

/** The hours of a meter that reports volumes are readings, or follow from them at ingest; those of a register follow here. */
async function writeWhole(tx: Transactional, propertyId: number, days: WorkDay[]) {
  await sql`
    update meter_days d set ${setTotals},
      gallons = case when d.registers is null then d.gallons else v.gallons end,
      estimated = v.estimated, covered = v.covered, leak_gallons = v.leak_gallons
    from (
      select ${totalNames}, gallons::int[] as gallons, estimated::int[] as estimated, covered,
        leak_gallons::int[] as leak_gallons
      from unnest(${arrays(days)}) as worked (${totalNames}, gallons, estimated, covered, leak_gallons)
      offset 0
    ) v
    where ${sameDay(propertyId, days)}`.execute(tx);
}

async function insertMade(tx: Transactional, propertyId: number, days: WorkDay[]) {
  await sql`
    insert into meter_days (property_id, hours, ${totalNames}, gallons, estimated, covered, leak_gallons)
    select ${propertyId}::bigint, h.hours, v.meter_id, v.day, v.hours_measured, v.gallons_total, v.estimated_total,
      v.leak_total, v.flow_total, v.events_total, v.hours_with_flow, v.gallons::int[], v.estimated::int[], v.covered,
      v.leak_gallons::int[]
    from unnest(${arrays(days)}) with ordinality as v (${totalNames}, gallons, estimated, covered, leak_gallons, n)
    join unnest(${days.map((day) => day.hours)}::smallint[]) with ordinality as h (hours, n) using (n)
    on conflict (property_id, meter_id, day) do update set hours_measured = excluded.hours_measured,
      gallons_total = excluded.gallons_total, estimated_total = excluded.estimated_total,
      leak_total = excluded.leak_total, estimated = excluded.estimated, covered = excluded.covered,
      leak_gallons = excluded.leak_gallons`.execute(tx);
}
