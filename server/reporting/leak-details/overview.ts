import { sql } from "kysely";
import type { LeakDetailOverview } from "../../../contract/leak-details.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { openingRules } from "../../leaks/opening-rules.ts";
import type { PlaceParams } from "../../query/chosen-properties.ts";
import type { PeriodParams } from "../../query/period.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { findMeter } from "./find-meter.ts";
import { findingsInPeriod, leakDates } from "./leaks-in-period.ts";
import { localHour } from "./local-hour.ts";
import { unitLeaks } from "./unit-leaks.ts";

/**
 * One meter's place, its figures in the period and its leaks that run in it. Dates and type of the leak are null when
 * none does; `total_gallons_leaked` counts from the start of each. Suspected leaks are listed in `leaks`, marked as
 * such, and counted nowhere else.
 * @throws ProblemError not_found, ambiguous_serial.
 */
export async function leakDetailOverview(
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
  const found = await sql<{ gallons: number | null; leaked: number; last_reading_date: string | null }>`
    select sum(gallons_total)::bigint as gallons, coalesce(sum(leak_total), 0)::bigint as leaked,
      (select day from meter_days
        where property_id = ${place.property_id} and meter_id = ${meter.meterId} and hours_measured > 0
        order by day desc limit 1) as last_reading_date
    from meter_days
    where property_id = ${place.property_id} and meter_id = ${meter.meterId}
      and day between ${period.startDate}::date and ${period.endDate}::date
  `.execute(tx);
  const figures = found.rows[0] ?? { gallons: null, leaked: 0, last_reading_date: null };
  const dates = leaks.map((leak) => leakDates(period.timeZone, leak));
  const isActive = leaks.some((leak) => leak.ended_at === null);
  const withOffset = (instant: Date) => localHour(period.timeZone, instant.getTime()).instant;
  return {
    ...place,
    leak_type: leaks.length > 0 ? meter.kind : null,
    meter_serial_number: meter.serialNumber,
    attached_to: meter.attachedTo,
    time_zone: period.timeZone,
    leak_start_date: dates.map(({ start }) => start).toSorted()[0] ?? null,
    leak_end_date: isActive
      ? null
      : (dates
          .flatMap(({ end }) => end ?? [])
          .toSorted()
          .at(-1) ?? null),
    is_active: isActive,
    gallons_consumed: asGallons(figures.gallons),
    gallons_leaked: asGallons(figures.leaked),
    total_gallons_leaked: asGallons(leaks.reduce((sum, leak) => sum + leak.gallons_total, 0)),
    start_date: period.startDate,
    end_date: period.endDate,
    last_reading_date: figures.last_reading_date,
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
