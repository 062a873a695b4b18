import { sql } from "kysely";
import { z } from "zod";
import { leakKind } from "../../../contract/leaks/leaks.ts";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { lastRepair, nextLeak } from "../../leaks-api/known-leaks.ts";
import type { AsOf } from "../../query/as-of.ts";
import type { WantedAlert } from "./wanted-alert.ts";

/** A leak that reached this many times its first rate has grown; each further such step is an alert of its own. */
const GREW_TIMES = 2;
/** Thousandths of a gallon a day that it must have gained besides: 1 gallon an hour. Less is no news. */
const GREW_LEAST = 24_000;
/** Of what a top meter leaked in the last days, the percentage from which its fixtures explain all of it. */
const EXPLAINED_FROM = 80;
/** Days for which the end of a leak stays among the open alerts. */
const ENDED_DAYS = 7;

const LeakRow = z.object({
  meter_id: z.int(),
  unit_id: z.int().nullable(),
  started_at: z.date(),
  ended_at: z.date().nullable(),
  kind: leakKind,
  gallons_total: z.int(),
  /** Thousandths of a gallon a day on the first whole read day, the worst and the latest; null: no such day yet. */
  first: z.number().nullable(),
  highest: z.number().nullable(),
  latest: z.number().nullable(),
  /** From its start to when it was last seen to run; null: no time at all. */
  mean: z.number().nullable(),
  is_explained: z.boolean(),
  /** A user marked it repaired, and it has not run on since. */
  is_repaired: z.boolean(),
});
type LeakRow = z.output<typeof LeakRow>;

/** A property's alerts about leaks. */
export interface LeakAlerts {
  wanted: WantedAlert[];
  /** Causes of the leaks that are there, whether they want an alert or not. */
  known: Set<string>;
}

/** SQL: the meter of `leak` is in service at `now`. For a removed meter the leak's end can never be measured. */
const isInService = (now: string) => sql`exists (
  select from meter_services service
  where service.property_id = leak.property_id and service.meter_id = leak.meter_id
    and (service.ended_at is null or service.ended_at > ${now}::timestamptz))`;

/** What identifies a leak in an alert's cause. */
const causeOf = (leak: LeakRow) => `leak ${leak.meter_id} ${leak.started_at.toISOString()}`;

/**
 * The alerts on leaks of a property: one for each that goes on, another when it has grown, and for some days one for each
 * that was alerted and has ended. Suspected leaks give none. Nor do those of a unit's top meter which its fixtures
 * explain: there the leak of the fixture is the one cause. One that a person marked as repaired gives none either, unless it runs on.
 */
export async function leakAlerts(tx: Transactional, { propertyId, timeZone, at }: AsOf): Promise<LeakAlerts> {
  const now = new Date(at).toISOString();
  const startDay = sql`(leak.started_at at time zone ${timeZone})::date`;
  const lastDay = sql`(coalesce(leak.ended_at, ${now}::timestamptz) at time zone ${timeZone})::date`;
  const rate = sql`day.leak_total * 24.0 / day.hours_measured`;
  const found = await queryRows(tx, LeakRow)`
    select leak.meter_id, leak.unit_id, leak.started_at, leak.ended_at, leak.kind, leak.gallons_total,
      rates.first, rates.highest, rates.latest,
      round(leak.gallons_total * 86400.0
        / nullif(extract(epoch from leak.last_confirmed_at - leak.started_at), 0))::bigint as mean,
      leak.kind = 'other leak' and explained.is_explained is true as is_explained,
      leak.ended_at is null and word.id is not null and not word.ran_on as is_repaired
    from leaks leak
    cross join lateral (${nextLeak}) next_leak
    left join lateral (${lastRepair}) word on true
    cross join lateral (
      select round((array_agg(${rate} order by day.day))[1])::bigint as first, round(max(${rate}))::bigint as highest,
        round((array_agg(${rate} order by day.day desc))[1])::bigint as latest
      from meter_days day
      where day.property_id = leak.property_id and day.meter_id = leak.meter_id and day.day > ${startDay}
        and day.day <= ${lastDay} and day.hours_measured * 4 >= day.hours * 3
    ) rates
    cross join lateral (
      select sum(toilet_leak + heater_leak) * 100 >= sum(toilet_leak + heater_leak + other_leak) * ${EXPLAINED_FROM}::int
          and sum(toilet_leak + heater_leak) > 0 as is_explained
      from unit_days
      where unit_days.property_id = leak.property_id and unit_days.unit_id = leak.unit_id
        and unit_days.day between greatest(${startDay}, ${lastDay} - 6) and ${lastDay}
    ) explained
    where leak.property_id = ${propertyId} and not leak.suspected
      and (leak.ended_at is null and ${isInService(now)} or exists (
        -- Those that were alerted and came to an end.
        select from alerts
        where alerts.property_id = leak.property_id and alerts.kind = 'leak opened'
          and alerts.meter_id = leak.meter_id and leak.ended_at is not null and alerts.began_at = leak.started_at
          and (alerts.closed_at is null
            or alerts.closed_at > ${now}::timestamptz - interval '1 day' * ${ENDED_DAYS}::int)))
    order by leak.meter_id, leak.started_at`;
  const wanted = found.filter((leak) => !leak.is_explained && !leak.is_repaired).flatMap(alertsOf);
  return { wanted, known: new Set(found.map(causeOf)) };
}

function alertsOf(leak: LeakRow): WantedAlert[] {
  const cause = causeOf(leak);
  const about = { meterId: leak.meter_id, unitId: leak.unit_id, device: null, deviceId: null };
  const details = { leak: leak.kind, gallons_per_day: leak.latest ?? leak.mean, gallons_total: leak.gallons_total };
  const { started_at: beganAt, ended_at: endedAt } = leak;
  if (endedAt !== null) {
    // On the day of its end it lost but a part of what it did.
    const ended = { ...details, gallons_per_day: leak.mean, ended_at: endedAt.toISOString() };
    return [{ kind: "leak ended", cause, ...about, beganAt, details: ended }];
  }
  const opened: WantedAlert = { kind: "leak opened", cause, ...about, beganAt, details };
  const { first, highest } = leak;
  if (first === null || highest === null) return [opened];
  const times = timesGrown(first, highest);
  if (times === 1) return [opened];
  const grown = { ...details, gallons_per_day: highest, gallons_per_day_first: first, times };
  return [opened, { kind: "leak grew", cause: `${cause} x${times}`, ...about, beganAt, details: grown }];
}

/** How many times its first rate (thousandths of a gallon a day) a leak reached, in whole steps; 1: it has not grown. */
export function timesGrown(first: number, highest: number): number {
  if (highest - first < GREW_LEAST) return 1;
  // Of hardly anything everything is many times as much.
  const base = Math.max(first, 1_000);
  let times = 1;
  while (highest >= base * times * GREW_TIMES) times *= GREW_TIMES;
  return times;
}
