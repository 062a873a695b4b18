import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { fromMonth } from "../../query/meter-days.ts";
import { optimizationFence } from "../../query/optimization-fence.ts";
import { localMidnight } from "../../time/local-midnight.ts";
import { lastDays, lastLeakedOf, RATE_HOURS } from "./last-leaked.ts";

/**
 * Of a leak that was fixed twice as many hours count: what it lost then does not change any more, and a toilet that runs now and
 * then is 6 % off at the median with 48 hours, 9 % with 24 (`npm run bench -- cases`).
 */
const FIXED_RATE_HOURS = 48;
const mostHours = sql`(case when listed.is_whole then ${RATE_HOURS}::int else ${FIXED_RATE_HOURS}::int end)`;

const OverRow = z.object({ over_at: z.date().nullable() });
const RateRow = z.object({
  meter_id: z.int(),
  started_at: z.date(),
  per_hour: z.number().nullable(),
  is_partial: z.boolean(),
});

/** Measured hours that are wanted at a place. */
export interface WantedHours {
  /** The meter whose leak ended there. */
  meterId: number;
  /** null: nowhere, where nothing is measured. */
  pointId: number | null;
  /** Hours that begin then or later count, in milliseconds since the epoch. */
  at: number;
  hours: number;
}

/**
 * When each place had its wanted hours, measured by a meter while that was in service there: the end of the last of them. While a
 * meter that replaced the one whose leak ended leaks itself, none count.
 * @returns in the order of the places; null: it has fewer
 */
export async function overTimes(
  tx: Transactional,
  propertyId: number,
  timeZone: string,
  wanted: readonly WantedHours[],
): Promise<(number | null)[]> {
  if (wanted.length === 0) return [];
  const rows = await queryRows(tx, OverRow)`
    select seen.over_at
    from unnest(${wanted.map(({ meterId }) => meterId)}::bigint[], ${wanted.map(({ pointId }) => pointId)}::bigint[],
      ${wanted.map(({ at }) => new Date(at).toISOString())}::timestamptz[], ${wanted.map(({ hours }) => hours)}::int[]
    ) with ordinality as wanted (meter_id, point_id, at, hours, index)
    cross join lateral (select (wanted.at at time zone ${timeZone}::text)::date as first_day ${optimizationFence}) bounds
    cross join lateral (
      select case when count(*) = wanted.hours then max(measured.until) end as over_at
      from (
        select distinct begin.at + slot * interval '1 hour' as until
        from meter_services served
        cross join lateral (
          select known.day, known.hours, known.gallons, known.covered from all_meter_days known
          where known.property_id = ${propertyId} and known.meter_id = served.meter_id and known.day >= bounds.first_day
            ${fromMonth("known", sql`bounds.first_day`)}
          ${optimizationFence}
        ) known
        cross join lateral (select ${localMidnight(sql`known.day`, sql`${timeZone}::text`)} as at ${optimizationFence}) begin
        cross join lateral generate_series(1, known.hours) slot
        where served.property_id = ${propertyId} and served.point_id = wanted.point_id
          and (served.ended_at is null or served.ended_at > wanted.at)
          and (known.gallons[slot] is not null or (known.covered >> (slot - 1)) & 1 = 1)
          and begin.at + (slot - 1) * interval '1 hour' >= wanted.at
          and (served.began_at is null or begin.at + (slot - 1) * interval '1 hour' >= served.began_at)
          and (served.ended_at is null or begin.at + slot * interval '1 hour' <= served.ended_at)
          and not (served.meter_id <> wanted.meter_id and exists (
            select from leaks
            where leaks.property_id = ${propertyId} and leaks.meter_id = served.meter_id and not leaks.suspected
              and leaks.started_at < begin.at + slot * interval '1 hour'
              and (leaks.ended_at is null or leaks.ended_at > begin.at + (slot - 1) * interval '1 hour')))
        order by until limit wanted.hours
      ) measured
    ) seen
    order by wanted.index`;
  return rows.map(({ over_at }) => over_at?.getTime() ?? null);
}

/** A leak of which the rate is wanted. */
export interface RatedLeak {
  meterId: number;
  startedAt: number;
  /** Until when its hours are looked at, in milliseconds since the epoch; null: until it ended or now. */
  until: number | null;
}

/** What a leak lost in an hour over its last measured hours. */
export interface LeakRate {
  /** Thousandths of a gallon; null: none of these hours is kept. */
  perHour: number | null;
  /** Some of these hours may be among those that retention dropped. */
  isPartial: boolean;
}

/** The rates of leaks. @returns by meter and start, as rateKey has them */
export async function leakRates(
  tx: Transactional,
  propertyId: number,
  timeZone: string,
  leaks: readonly RatedLeak[],
  now: number,
): Promise<Map<string, LeakRate>> {
  if (leaks.length === 0) return new Map();
  const rows = await queryRows(tx, RateRow)`
    select listed.meter_id, listed.started_at,
      coalesce(last.leaked::float8 / nullif(last.hours, 0), listed.last_leaked::float8 / listed.last_hours) as per_hour,
      coalesce(last.hours < ${mostHours}
        and greatest(listed.rate_from, (listed.started_at at time zone listed.time_zone)::date) < listed.hours_from, false)
        as is_partial
    from (
      select *, ${lastDays}
      from (
        select leaks.*, properties.hours_from, ${timeZone}::text as time_zone, wanted.until is null as is_whole,
          coalesce(wanted.until, ended_at, ${new Date(now)}::timestamptz) as until
        from leaks
        join properties on properties.id = leaks.property_id
        join unnest(${leaks.map(({ meterId }) => meterId)}::bigint[],
          ${leaks.map(({ startedAt }) => new Date(startedAt).toISOString())}::timestamptz[],
          ${leaks.map(({ until }) => (until === null ? null : new Date(until).toISOString()))}::timestamptz[]
        ) as wanted (meter_id, started_at, until)
          on wanted.meter_id = leaks.meter_id and wanted.started_at = leaks.started_at
        where leaks.property_id = ${propertyId}
      ) running
      ${optimizationFence}
    ) listed
    left join lateral (${lastLeakedOf(sql`${propertyId}::bigint`, mostHours)}) last
      on not listed.is_whole or listed.last_hours is null`;
  return new Map(
    rows.map(({ meter_id, started_at, per_hour, is_partial }) => [
      rateKey(meter_id, started_at.getTime()),
      { perHour: per_hour, isPartial: is_partial },
    ]),
  );
}

/** Identifies a leak within its property. */
export function rateKey(meterId: number, startedAt: number): string {
  return `${meterId} ${startedAt}`;
}
