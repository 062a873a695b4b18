import { sql } from "kysely";
import { z } from "zod";
import { leakKind } from "../../../contract/leaks/leaks.ts";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { confidences, ruleNames } from "../../leaks/state/leak.ts";
import { allMeterDays } from "../../query/meter-days.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { dayText, localDayAt } from "../../time/local-day.ts";
import { isUnconfirmed, newestReadings } from "../leak-definitions.ts";
import type { FoundMeter } from "./find-meter.ts";

const MeterLeak = z.object({
  /** By the place at which the meter was when it leaked. */
  kind: leakKind,
  started_at: z.date(),
  opened_at: z.date(),
  /** The first hour free of it; null while it goes on. */
  ended_at: z.date().nullable(),
  /** It has no end, but its meter stopped reporting. */
  unconfirmed: z.boolean(),
  suspected: z.boolean(),
  rules: z.array(z.string()),
  evidence: z.array(z.object({ rule: z.enum(ruleNames), windowEnd: z.number() })),
  confidence: z.enum(confidences),
  /** Thousandths of a gallon since its start. */
  gallons_total: z.int(),
});
type MeterLeak = z.output<typeof MeterLeak>;

const HoursOfDay = z.object({ day: z.string(), leak_gallons: z.array(z.int().nullable()) });

/** The meter's leaks that run at some time within the period, newest first. A suspicion is none. */
export async function leaksInPeriod(tx: Transactional, meter: FoundMeter): Promise<MeterLeak[]> {
  return (await findingsInPeriod(tx, meter)).filter((leak) => !leak.suspected);
}

/** The same with what is only suspected. */
export function findingsInPeriod(tx: Transactional, meter: FoundMeter): Promise<MeterLeak[]> {
  const property = sql`(select ${meter.place.property_id}::bigint as property_id, ${meter.period.timeZone}::text as time_zone)`;
  return queryRows(tx, MeterLeak)`
    with newest as materialized (${newestReadings(property)})
    select kind, started_at, opened_at, ended_at, ${isUnconfirmed} as unconfirmed, suspected, rules, evidence, confidence, gallons_total
    from leaks leak join newest using (property_id)
    where property_id = ${meter.place.property_id} and meter_id = ${meter.meterId}
      and started_at < ${new Date(meter.period.endsAt)}
      and (ended_at is null or ended_at > ${new Date(meter.period.startsAt)})
    order by started_at desc
  `;
}

/** The local days on which a leak began and ended; an end at midnight belongs to the day before. null: it goes on. */
export function leakDates(
  timeZone: string,
  leak: Pick<MeterLeak, "started_at" | "ended_at">,
): { start: string; end: string | null } {
  const dateAt = (at: number) => dayText(localDayAt(timeZone, at).day);
  return {
    start: dateAt(leak.started_at.getTime()),
    end: leak.ended_at === null ? null : dateAt(leak.ended_at.getTime() - 1),
  };
}

/** The first day whose leak gallons count towards a running total in the period. */
export function totalsBeginOn(meter: FoundMeter, leaks: readonly MeterLeak[]): string {
  const starts = leaks.map((leak) => leakDates(meter.period.timeZone, leak).start);
  return [meter.period.startDate, ...starts].toSorted()[0] ?? meter.period.startDate;
}

/**
 * What another leak lost on the first day of each, before it began; thousandths of a gallon. Of days whose hours were
 * archived that is not known: 0.
 */
export async function leakedBefore(
  tx: Transactional,
  meter: FoundMeter,
  leaks: readonly MeterLeak[],
): Promise<number[]> {
  const starts = leaks.map((leak) => ({ leak, on: localDayAt(meter.period.timeZone, leak.started_at.getTime()) }));
  const dates = starts.map(({ on }) => dayText(on.day)).toSorted();
  const days = await queryRows(tx, HoursOfDay)`
    select day, leak_gallons from all_meter_days
    where property_id = ${meter.place.property_id} and meter_id = ${meter.meterId}
      and day = any(${dates}::date[]) and leak_gallons is not null
      ${allMeterDays.inMonths("all_meter_days", sql`${dates[0] ?? null}::date`, sql`${dates.at(-1) ?? null}::date`)}
  `;
  const hoursOf = new Map(days.map(({ day, leak_gallons }) => [day, leak_gallons]));
  return starts.map(({ leak, on }) => {
    const hours = hoursOf.get(dayText(on.day)) ?? [];
    const hoursBefore = Math.floor((leak.started_at.getTime() - on.startsAt) / HOUR_MS);
    return hours.slice(0, hoursBefore).reduce<number>((sum, leaked) => sum + (leaked ?? 0), 0);
  });
}
