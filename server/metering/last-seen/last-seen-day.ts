import { type RawBuilder, sql } from "kysely";
import { allMeterDays } from "../../query/meter-days.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { localMidnight } from "../../time/local-midnight.ts";
import type { WorkDay } from "../days/work-day.ts";

/** SQL: something was read on a row of all_meter_days, be it that no hour follows from it yet. */
export function hasData(row: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${row}.${column}`);
  return sql`(${of("hours_measured")} > 0 or ${of("has_registers")}
    or jsonb_typeof(${of("lumps")}) = 'array' or ${of("intervals_until")} is not null)`;
}

/**
 * SQL: the newest measured instant of a row of meter_days: of its newest register; without registers the end of the newest
 * interval, measured hour or lump; null where none is kept.
 */
export function newestOf(row: string, timeZone: RawBuilder<unknown>): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${row}.${column}`);
  const isMeasured = (slot: RawBuilder<unknown>) =>
    sql`(${of("gallons")}[${slot}] is not null
      or ${of("gallons")} is not null and (${of("covered")} >> (${slot} - 1)) & 1 = 1)`;
  const lumpsUntil = sql`(select max((lump->>'hour')::int + 1) from jsonb_array_elements(
        case when jsonb_typeof(${of("lumps")}) = 'array' then ${of("lumps")} else '[]'::jsonb end) lump)`;
  return sql`case
    when cardinality(${of("register_seconds")}) > 0
      then ${localMidnight(of("day"), timeZone)}
        + interval '1 second' * (select max(second) from unnest(${of("register_seconds")}) second)
    when ${of("intervals_until")} is not null
      then ${localMidnight(of("day"), timeZone)}
        + interval '1 second' * greatest(${of("intervals_until")}, ${lumpsUntil} * 3600)
    when ${isMeasured(of("hours"))} or ${of("lumps")} @> jsonb_build_array(jsonb_build_object('hour', ${of("hours")} - 1))
      then ${localMidnight(sql`${of("day")} + 1`, timeZone)}
    else ${localMidnight(of("day"), timeZone)} + interval '1 hour' * greatest(
      (select max(slot) from generate_series(1, ${of("hours")}) slot where ${isMeasured(sql`slot`)}),
      ${lumpsUntil})
    end`;
}

/**
 * SQL: that instant of a meter on `last`, the day and newestDayColumns of a row of all_meter_days. Only where hours are
 * missing is the row read again with its hours, which takes longer in a packed month.
 */
export function newestOfDay(
  { propertyId, meterId, timeZone }: Record<"propertyId" | "meterId" | "timeZone", RawBuilder<unknown>>,
  last: string,
): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${last}.${column}`);
  return sql`case when ${of("is_whole")} then ${localMidnight(sql`${of("day")} + 1`, timeZone)} else (
    select ${newestOf("day", timeZone)} from all_meter_days day
    where day.property_id = ${propertyId} and day.meter_id = ${meterId} and day.day = ${of("day")}
      ${allMeterDays.inMonths("day", of("day"), of("day"))}) end`;
}

/** SQL: the columns of a row of all_meter_days that newestOfDay needs. */
export const newestDayColumns = (row: string) => {
  const of = (column: string) => sql.ref(`${row}.${column}`);
  return sql`${of("day")}, ${of("has_all_hours")} and ${of("has_registers")} is not true and ${of("intervals_until")} is null
    and ${of("lumps")} is null as is_whole`;
};

/** The same of a loaded day whose totals are calculated. */
export function hasDataOn(day: WorkDay): boolean {
  const { totals, registerSeconds, lumps, intervalsUntil } = day;
  return totals.hoursMeasured > 0 || (registerSeconds?.length ?? 0) > 0 || lumps !== null || intervalsUntil !== null;
}

/** The same of a loaded day: milliseconds since the epoch; null where no instant is kept. */
export function newestOn(day: WorkDay): number | null {
  const { startsAt, endsAt, gallons, covered, registerSeconds, lumps, intervalsUntil } = day;
  if (registerSeconds !== null && registerSeconds.length > 0) {
    return startsAt + registerSeconds.reduce((a, b) => Math.max(a, b)) * 1000;
  }
  let slots = (lumps ?? []).reduce((most, { hour }) => Math.max(most, hour + 1), 0);
  if (intervalsUntil !== null) return startsAt + Math.max(intervalsUntil * 1000, slots * HOUR_MS);
  const hasGallons = gallons.some((value) => value !== null);
  for (let slot = day.hours; hasGallons && slot > slots; slot--) {
    if ((gallons[slot - 1] ?? null) !== null || (covered & (1 << (slot - 1))) !== 0) slots = slot;
  }
  return slots === 0 ? null : Math.min(startsAt + slots * HOUR_MS, endsAt);
}
