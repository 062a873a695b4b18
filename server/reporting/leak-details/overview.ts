import { sql } from "kysely";
import { z } from "zod";
import type { LeakDetailOverview } from "../../../contract/reporting/leak-details.ts";
import { leakType } from "../../../contract/reporting/reporting.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRow, queryRows } from "../../database/query-rows.ts";
import { openingRules } from "../../leaks/rules/opening-rules.ts";
import type { PlaceParams } from "../../query/chosen-properties.ts";
import { allMeterDays } from "../../query/meter-days.ts";
import type { PeriodParams } from "../../query/period.ts";
import { report } from "../../query/report.ts";
import { asGallons } from "../../query/volume.ts";
import { attachedTo } from "../../readings/meter-day.ts";
import type { Clock } from "../../time/clock.ts";
import { daysAtPlace } from "../days-at-place.ts";
import { leakOf, leakTypeOf } from "../leak-definitions.ts";
import { type FoundMeter, findMeter, kindOf } from "./find-meter.ts";
import { findingsInPeriod, leakDates } from "./leaks-in-period.ts";
import { localHour } from "./local-hour.ts";

const Figures = z.object({ gallons: z.int().nullable(), leaked: z.int(), last_reading_date: z.string().nullable() });
const UnitSums = z.object({ leak_type: leakType.nullable(), leaked: z.int() });
const CaseOfMeter = z.object({
  id: z.int(),
  leak_type: leakType,
  started_at: z.date(),
  ended_at: z.date().nullable(),
  is_active: z.boolean(),
  gallons_total: z.int(),
});
const UnitMeter = z.object({ serial_number: z.string(), attached_to: z.enum(attachedTo), leaked: z.int() });

/**
 * One meter's place, its figures in the period and its leaks that run in it. Dates and type of the leak are null when
 * none does; `total_gallons_leaked` is what its leaks of the same case lost. Suspected leaks are listed in `leaks`, marked as
 * such, and counted nowhere else.
 * @throws ProblemError not_found, ambiguous_serial.
 */
async function leakDetailOverview(
  scope: Scope,
  tx: Transactional,
  serial: string,
  params: PlaceParams & PeriodParams,
  clock: Clock,
): Promise<LeakDetailOverview> {
  const meter = await findMeter(scope, tx, serial, params, clock);
  const { place, period } = meter;
  const findings = await findingsInPeriod(tx, meter);
  const leaks = findings.filter((leak) => !leak.suspected);
  const figures = await queryRow(tx, Figures)`
    select sum(gallons_total)::bigint as gallons, coalesce(sum(leak_total), 0)::bigint as leaked,
      (select day from all_meter_days
        where property_id = ${place.property_id} and meter_id = ${meter.meterId} and hours_measured > 0
        order by day desc limit 1) as last_reading_date
    from all_meter_days
    where property_id = ${place.property_id} and meter_id = ${meter.meterId}
      and day between ${period.startDate}::date and ${period.endDate}::date
      ${allMeterDays.inMonths("all_meter_days", sql`${period.startDate}::date`, sql`${period.endDate}::date`)}`;
  const leakCase = await caseOfMeter(tx, meter);
  // The leak is shown as in lists: by its case, which goes on while it has only paused.
  const shown = leaks.length === 0 ? null : (leakCase ?? wholeOf(leaks));
  const dates = shown && leakDates(period.timeZone, shown);
  const withOffset = (instant: Date) => localHour(period.timeZone, instant.getTime()).instant;
  return {
    ...place,
    leak_type: shown && (leakCase?.leak_type ?? meter.kind),
    case_id: leakCase?.id ?? null,
    meter_serial_number: meter.serialNumber,
    attached_to: meter.attachedTo,
    time_zone: period.timeZone,
    leak_start_date: dates?.start ?? null,
    leak_end_date: shown?.is_active === false ? (dates?.end ?? null) : null,
    is_active: shown?.is_active ?? false,
    gallons_consumed: asGallons(figures?.gallons ?? null),
    gallons_leaked: asGallons(figures?.leaked ?? 0),
    total_gallons_leaked: asGallons(shown?.gallons_total ?? 0),
    start_date: period.startDate,
    end_date: period.endDate,
    last_reading_date: figures?.last_reading_date ?? null,
    ...(await unitLeaks(tx, meter)),
    leaks: findings.map((leak) => ({
      started_at: withOffset(leak.started_at),
      opened_at: withOffset(leak.opened_at),
      ended_at: leak.ended_at === null ? null : withOffset(leak.ended_at),
      unconfirmed: leak.unconfirmed,
      suspected: leak.suspected,
      rules: leak.rules,
      opened_by: openingRules({ evidence: leak.evidence, openedAt: leak.opened_at.getTime() }),
      confidence: leak.confidence,
      total_gallons_leaked: asGallons(leak.gallons_total),
    })),
  };
}

/** The case to which leaks of the meter in the period belong, else its last one before; null: it has none. */
async function caseOfMeter(tx: Transactional, { place, meterId, period }: FoundMeter) {
  const found = await queryRow(tx, CaseOfMeter)`
    select id, ${leakTypeOf(sql`kinds`)} as leak_type, started_at, ended_at, over_at is null as is_active, (
        select coalesce(sum(leaks.gallons_total), 0)::bigint
        from unnest(one.meter_ids, one.leak_starts) as part (meter_id, started_at)
        join leaks on leaks.property_id = one.property_id and leaks.meter_id = part.meter_id
          and leaks.started_at = part.started_at
        where part.meter_id = ${meterId}
      ) as gallons_total
    from leak_cases one
    where property_id = ${place.property_id} and ${meterId}::bigint = any(meter_ids) and started_at < ${new Date(period.endsAt)}
    order by over_at is null or ended_at > ${new Date(period.startsAt)} desc, started_at desc limit 1`;
  return found ?? null;
}

/** Leaks from the start of the first to the end of the last, without a case. */
function wholeOf(leaks: readonly { started_at: Date; ended_at: Date | null; gallons_total: number }[]) {
  const ends = leaks.map(({ ended_at }) => ended_at);
  const is_active = ends.includes(null);
  return {
    started_at: new Date(Math.min(...leaks.map(({ started_at }) => started_at.getTime()))),
    ended_at: is_active ? null : new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0))),
    is_active,
    gallons_total: leaks.reduce((sum, leak) => sum + leak.gallons_total, 0),
  };
}

type UnitLeaks = Pick<LeakDetailOverview, "unit_leak_type" | "unit_gallons_leaked" | "unit_meters">;

/**
 * The leak list's row for the meter's unit in the period (null: the meter belongs to none, or, for the type, nothing
 * leaked), and every meter that served the unit in the period and has leak gallons in it, most first. The gallons of
 * the meters are never a sum of the unit's: top meters see the water of the fixtures below too.
 */
async function unitLeaks(tx: Transactional, { place, period }: FoundMeter): Promise<UnitLeaks> {
  if (place.unit_id === null) return { unit_leak_type: null, unit_gallons_leaked: null, unit_meters: [] };
  const unit = await queryRow(tx, UnitSums)`
    select ${leakTypeOf(sql`array(
        select distinct unnest(one.kinds) from leak_cases one
        where one.property_id = ${place.property_id} and one.unit_id = ${place.unit_id} and exists (
          select from leak_case_days
          where leak_case_days.property_id = one.property_id and leak_case_days.case_id = one.id
            and leak_case_days.day between ${period.startDate}::date and ${period.endDate}::date)
      )`)} as leak_type,
      coalesce(sum(${leakOf("unit_days")}), 0)::bigint as leaked
    from unit_days
    where property_id = ${place.property_id} and unit_id = ${place.unit_id}
      and day between ${period.startDate}::date and ${period.endDate}::date`;
  const daysInUnit = daysAtPlace({
    propertyId: sql`${place.property_id}::bigint`,
    meterId: sql`installed.meter_id`,
    unitId: sql`${place.unit_id}::bigint`,
    timeZone: sql`${period.timeZone}::text`,
  });
  const meters = await queryRows(tx, UnitMeter)`
    with installed as (
      select distinct on (service.meter_id) service.meter_id, point.attached_to
      from meter_points point
      join meter_services service on service.property_id = point.property_id and service.point_id = point.id
      where point.property_id = ${place.property_id} and point.unit_id = ${place.unit_id}
        and coalesce(service.began_at < ${new Date(period.endsAt)}, true)
        and coalesce(service.ended_at > ${new Date(period.startsAt)}, true)
      order by service.meter_id, service.began_at desc nulls last
    )
    select meters.serial_number, installed.attached_to, leaking.leaked
    from installed
    join meters on meters.property_id = ${place.property_id} and meters.id = installed.meter_id
    cross join lateral (
      select sum(known.leak_total)::bigint as leaked from all_meter_days known
      where known.property_id = ${place.property_id} and known.meter_id = installed.meter_id
        and known.day between ${period.startDate}::date and ${period.endDate}::date
        ${allMeterDays.inMonths("known", sql`${period.startDate}::date`, sql`${period.endDate}::date`)}
        and ${daysInUnit} @> known.day
    ) leaking
    where leaking.leaked > 0
    order by leaked desc, serial_number`;
  return {
    unit_leak_type: unit?.leak_type ?? null,
    unit_gallons_leaked: asGallons(unit?.leaked ?? 0),
    unit_meters: meters.map((meter) => ({
      meter_serial_number: meter.serial_number,
      attached_to: meter.attached_to,
      leak_type: kindOf(meter.attached_to),
      gallons_leaked: asGallons(meter.leaked),
    })),
  };
}

export const leakDetailOverviewReport = report(
  "GET /v1/reporting/leak-report/leak-details/meters/{meter}/overview",
  { cache: "rolled-up" },
  async ({ scope, tx, params, query, clock }) => leakDetailOverview(scope, tx, params.meter, query, clock),
);
