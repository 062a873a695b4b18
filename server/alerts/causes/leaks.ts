import { sql } from "kysely";
import { z } from "zod";
import { leakKind } from "../../../contract/leaks/leaks.ts";
import { millsOf } from "../../costs/price-of-day.ts";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { clockOfCase } from "../../leaks-api/cases/case-clocks.ts";
import { servedAt } from "../../metering/cases/served-at.ts";
import type { AsOf } from "../../query/as-of.ts";
import { allMeterDays } from "../../query/meter-days.ts";
import { needsSomebody } from "../../reporting/leak-definitions.ts";
import type { WantedAlert } from "./wanted-alert.ts";

/** A leak that reached this many times its first rate has grown; each further such step is an alert of its own. */
const GREW_TIMES = 2;
/** Thousandths of a gallon a day that it must have gained besides: 1 gallon an hour. Less is no news. */
const GREW_LEAST = 24_000;
/** Days for which the end of a leak stays among the open alerts. */
const ENDED_DAYS = 7;

const CaseRow = z.object({
  id: z.int(),
  meter_id: z.int(),
  unit_id: z.int().nullable(),
  started_at: z.date(),
  ended_at: z.date().nullable(),
  is_over: z.boolean(),
  /** Nobody decided that it is none. */
  is_leak: z.boolean(),
  cause: leakKind,
  gallons_total: z.int(),
  /** By its last measured hours, thousandths of a gallon a day; null: not known. */
  rate: z.int().nullable(),
  /** Thousandths of a gallon a day on the first whole read day, the worst and the latest; null: no such day yet. */
  first: z.number().nullable(),
  highest: z.number().nullable(),
  latest: z.number().nullable(),
  /** From its start to when it was last seen to run; null: no time at all. */
  mean: z.number().nullable(),
  /** Nobody reported a fix that may hold, or decided that it is no leak. */
  needs_somebody: z.boolean(),
  is_snoozed: z.boolean(),
  was_alerted: z.boolean(),
  /** Millionths of a dollar a day from which the organization wants an alert, and thousandths of a dollar a gallon today. */
  floor: z.number(),
  mills: z.number(),
  /** The next deadline that is not met, where it is over; null: none is. */
  overdue_since: z.string().nullable(),
});
type CaseRow = z.output<typeof CaseRow>;

/** A property's alerts about leaks. */
export interface LeakAlerts {
  wanted: WantedAlert[];
  /** Causes of the cases that are there, whether they want an alert or not. */
  known: Set<string>;
}

/** What identifies a case in an alert's cause. */
const causeOf = ({ id }: CaseRow) => `case ${id}`;

/**
 * The alerts on leak cases of a property: one for each that needs somebody, another when it has grown, and for some days
 * one for each that was alerted and is over. What costs less than the organization's floor is alerted once it reaches it; a
 * deadline that is over always. A pause closes none. For a removed meter the end can never be measured.
 */
export async function leakAlerts(tx: Transactional, { propertyId, timeZone, at }: AsOf): Promise<LeakAlerts> {
  const now = new Date(at).toISOString();
  const startDay = sql`(one.started_at at time zone ${timeZone})::date`;
  const lastDay = sql`(coalesce(one.ended_at, ${now}::timestamptz) at time zone ${timeZone})::date`;
  const rate = sql`day.leak_total * 24.0 / day.hours_measured`;
  const found = await queryRows(tx, CaseRow)`
    select one.id, one.meter_id, one.unit_id, one.started_at, one.ended_at, one.over_at is not null as is_over,
      one.state <> 'not_a_leak' as is_leak, one.cause,
      one.gallons_total, one.gallons_per_day as rate, rates.first, rates.highest, rates.latest,
      round(one.gallons_total * 86400.0
        / nullif(extract(epoch from one.last_confirmed_at - one.started_at), 0))::bigint as mean,
      ${needsSomebody} as needs_somebody,
      coalesce(one.snoozed_until > (${now}::timestamptz at time zone ${timeZone})::date, false) as is_snoozed,
      exists (
        select from alerts
        where alerts.property_id = one.property_id and alerts.case_id = one.id and alerts.kind = 'leak opened'
      ) as was_alerted,
      coalesce((select alert_floor from organizations where organizations.id = properties.organization_id), 0) * 10000.0
        as floor,
      ${millsOf({
        propertyId: sql`one.property_id`,
        unitId: sql`one.unit_id`,
        day: sql`(${now}::timestamptz at time zone ${timeZone})::date`,
      })} as mills,
      case when clock.due_on < (${now}::timestamptz at time zone ${timeZone})::date then clock.due_on::text end
        as overdue_since
    from leak_cases one
    join properties on properties.id = one.property_id
    ${clockOfCase}
    cross join lateral (
      select round((array_agg(${rate} order by day.day))[1])::bigint as first, round(max(${rate}))::bigint as highest,
        round((array_agg(${rate} order by day.day desc))[1])::bigint as latest
      from all_meter_days day
      where day.property_id = one.property_id and day.meter_id = one.meter_id and day.day > ${startDay}
        and day.day <= ${lastDay} ${allMeterDays.inMonths("day", startDay, lastDay)} and day.hours_measured * 4 >= day.hours * 3 and day.leak_total > 0
    ) rates
    where one.property_id = ${propertyId}
      and (one.over_at is null and exists (
        -- A meter is where it leaked: it, or another that replaced it.
        select from unnest(one.meter_ids, one.leak_starts) as leak (meter_id, started_at)
        cross join lateral ${servedAt(sql`one.property_id`, sql`leak.meter_id`, sql`leak.started_at`)} served
        join meter_services service on service.property_id = one.property_id and service.point_id = served.point_id
        where leak.meter_id = one.meter_id
          and (service.ended_at is null or service.ended_at > ${now}::timestamptz)) or exists (
        -- Those that were alerted and are over.
        select from alerts
        where alerts.property_id = one.property_id and alerts.case_id = one.id and alerts.kind = 'leak opened'
          and one.over_at is not null
          and (alerts.closed_at is null
            or greatest(one.over_at, alerts.closed_at) > ${now}::timestamptz - interval '1 day' * ${ENDED_DAYS}::int)))
    order by one.meter_id, one.started_at`;
  const wanted = found.filter((one) => (one.is_over ? one.is_leak : one.needs_somebody)).flatMap(alertsOf);
  return { wanted, known: new Set(found.map(causeOf)) };
}

function alertsOf(one: CaseRow): WantedAlert[] {
  const cause = causeOf(one);
  const about = { meterId: one.meter_id, unitId: one.unit_id, device: null, deviceId: null };
  const perDay = one.rate ?? one.latest ?? one.mean;
  const details = { leak: one.cause, gallons_per_day: perDay, gallons_total: one.gallons_total };
  const { started_at: beganAt, ended_at: endedAt } = one;
  if (one.is_over && endedAt !== null) {
    // On the day of its end it lost but a part of what it did.
    const ended = { ...details, gallons_per_day: one.mean, ended_at: endedAt.toISOString() };
    return [{ kind: "leak ended", cause, ...about, beganAt, details: ended }];
  }
  // Once alerted it stays so while it goes on, that an alert does not come and go with the rate of its leak.
  const reachesFloor = one.was_alerted || perDay === null || perDay * one.mills >= one.floor;
  const isAlerted = reachesFloor && !one.is_snoozed;
  const opened: WantedAlert[] = isAlerted ? [{ kind: "leak opened", cause, ...about, beganAt, details }] : [];
  const { overdue_since } = one;
  if (overdue_since !== null) {
    const overdue = { leak: one.cause, due_on: overdue_since, gallons_per_day: perDay };
    opened.push({
      kind: "case overdue",
      cause: `overdue ${cause} ${overdue_since}`,
      ...about,
      beganAt,
      details: overdue,
    });
  }
  const { first, highest } = one;
  if (!isAlerted || first === null || highest === null) return opened;
  const times = timesGrown(first, highest);
  if (times === 1) return opened;
  const grown = { ...details, gallons_per_day_first: first, gallons_per_day_highest: highest, times };
  return [...opened, { kind: "leak grew", cause: `${cause} x${times}`, ...about, beganAt, details: grown }];
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
