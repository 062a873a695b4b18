import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { type LeakKind, leakKinds } from "../../leaks/cases/leak-case.ts";
import { dayNumber, localDay } from "../../time/local-day.ts";

const EarlierRow = z.object({
  place: z.int(),
  cause: z.enum(leakKinds),
  ended_at: z.date().nullable(),
  over_at: z.date().nullable(),
  gallons_per_day: z.int().nullable(),
  held_fix_at: z.date().nullable(),
  hours_from: z.string(),
});

/** What a stored case has of hours that retention dropped. Instants are milliseconds since the epoch. */
export interface EarlierCase {
  overAt: number | null;
  /** Thousandths of a gallon. */
  perDay: number | null;
  /** The fix up to which its rate was taken; null: it was taken up to its end. */
  heldFixAt: number | null;
  /** From when on hours are kept. */
  hoursFrom: number;
}

/** Those of these places that began before the hours that are kept, by place, cause and end, as caseKey has them. */
export async function earlierCases(
  tx: Transactional,
  propertyId: number,
  timeZone: string,
  places: readonly number[],
): Promise<Map<string, EarlierCase>> {
  const rows = await queryRows(tx, EarlierRow)`
    select place, cause, ended_at, over_at, gallons_per_day,
      case when leak_cases.state in ('fix_reported', 'verified') then fixed_at end as held_fix_at, hours_from
    from leak_cases join properties on properties.id = leak_cases.property_id
    where property_id = ${propertyId} and place = any(${places}::bigint[])
      and started_at < hours_from::timestamp at time zone ${timeZone}::text`;
  return new Map(
    rows.map((row) => [
      caseKey(row.place, row.cause, row.ended_at?.getTime() ?? null),
      {
        overAt: row.over_at?.getTime() ?? null,
        perDay: row.gallons_per_day,
        heldFixAt: row.held_fix_at?.getTime() ?? null,
        hoursFrom: localDay(timeZone, dayNumber(row.hours_from)).startsAt,
      },
    ]),
  );
}

/** Identifies a case within its property: at most one of a cause ends at an instant, or goes on. */
export function caseKey(place: number, cause: LeakKind, endedAt: number | null): string {
  return `${place} ${cause} ${endedAt}`;
}

/**
 * When a case was over. Where hours after its end were dropped, the kept ones alone would have it over later than it was.
 * @param from when the first hour that counts begins
 * @param calculated from the hours that are kept
 */
export function overOf(from: number, calculated: number | null, before: EarlierCase | undefined): number | null {
  const known = before === undefined || from >= before.hoursFrom ? null : before.overAt;
  return known === null || calculated === null ? (known ?? calculated) : Math.min(known, calculated);
}
