import { HOUR_MS } from "../../../../server/time/durations.ts";
import { dayText, localDay } from "../../../../server/time/local-day.ts";
import { eachDay } from "../../figures/days.ts";
import type { Figures } from "../../figures/figures.ts";
import { endOfHour, onTheClock, withOffset } from "../../figures/local-time.ts";
import { isCovered, volumeOf } from "../../figures/meter-figures.ts";
import { gallonsOf } from "../../figures/units-of-measure.ts";
import type { Leak, MeterDayStored } from "../../stored/stored.ts";
import type { Answer, Params, Row } from "../answer.ts";
import { ordered } from "../ordered.ts";
import { chosenMeter, lostUntil, type MeterParams } from "./meter-params.ts";

export const flowByDay: Answer = (params) => {
  const found = chosenMeter(params);
  if (found === null) return { status: 404 };
  const { property, meter, days } = found;
  const rows = eachDay(days).flatMap((day): Row[] => {
    const of = params.figures.meter(meter, day);
    if (of === null) return [];
    const { startsAt, endsAt } = localDay(property.timeZone, day);
    const running = leakAt(params.figures, found, startsAt, endsAt);
    const leak = of.leak > 0 ? running : null;
    const isAllDay = of.flowTime === null ? of.flowing >= of.hours - 2 : of.flowTime >= (of.hours - 2) * 60;
    return [
      {
        date: dayText(day),
        leak_type: leak?.kind ?? null,
        total_leak_gallons: running === null ? 0 : lostUntil(property, meter, running, endsAt) / 1000,
        leak_gallons: of.leak / 1000,
        gallons_consumed: gallonsOf(of.gallons),
        twenty_two_gallons: of.measured === 0 ? null : isAllDay ? gallonsOf(of.gallons) : 0,
        flow_time: of.flowTime,
        event: of.events,
        events: of.events,
        hours_measured: of.measured,
        estimated_gallons: of.estimated / 1000,
      },
    ];
  });
  return { rows: ordered(rows, params.query.ordering ?? ""), beside: { days_kept_from: null } };
};

/** The newest leak that ran at some time of a stretch; null: none did. */
function leakAt(figures: Figures, { property, meter }: MeterParams, from: number, until: number): Leak | null {
  const running = figures
    .leaksOf(property, meter)
    .filter(({ startedAt, endedAt }) => startedAt < until && (endedAt === null || endedAt > from));
  return running.at(-1) ?? null;
}

interface Hour {
  at: number;
  day: number;
  hour: number;
  stored: MeterDayStored | undefined;
}

/** The hours of the days that have begun. */
export function hoursOf(params: Params, { property, meter, days }: MeterParams): Hour[] {
  return eachDay(days).flatMap((day) => {
    const { startsAt, hours } = localDay(property.timeZone, day);
    const stored = meter.days.get(day);
    return Array.from({ length: hours }, (_, hour) => ({ at: startsAt + hour * HOUR_MS, day, hour, stored })).filter(
      ({ at }) => at <= params.now,
    );
  });
}

export const flowByHour: Answer = (params) => {
  const found = chosenMeter(params);
  if (found === null) return { status: 404 };
  const { property, meter } = found;
  const { figures } = params;
  // A day of which nothing is stored has no lines.
  const storedHours = hoursOf(params, found).filter(({ stored }) => stored !== undefined);
  const rows = storedHours.map(({ at, day, hour, stored }) => {
    const leaked = stored?.leak?.[hour] ?? 0;
    const endsAt = endOfHour(property.timeZone, day, at);
    const running = leakAt(figures, found, at, endsAt);
    const leak = leaked > 0 ? running : null;
    const volume = knownVolume(figures, stored, hour);
    const status = statusOf(stored, hour, leak, volume);
    return {
      date: dayText(day),
      hour: onTheClock(property.timeZone, at),
      starts_at: withOffset(property.timeZone, at),
      gallons: gallonsOf(volume),
      leak_gallons: leaked / 1000,
      total_leak_gallons: running === null ? 0 : lostUntil(property, meter, running, endsAt) / 1000,
      leak_status: status,
      flow_time: stored?.flowTime?.[hour] ?? null,
      event: stored?.events?.[hour] ?? null,
      events: stored?.events?.[hour] ?? null,
      leak_details: status,
    };
  });
  // By date means by time.
  const ordering = params.query.ordering ?? "";
  const sorted = ordering === "date" ? rows : ordering === "-date" ? rows.toReversed() : ordered(rows, ordering);
  return { rows: sorted, beside: { hours_kept_from: null } };
};

/** A covered hour is known to hold nothing of its own. */
export function knownVolume({ rules }: Figures, stored: MeterDayStored | undefined, hour: number): number | null {
  if (stored === undefined) return null;
  return volumeOf(stored, hour, rules) ?? (isCovered(stored, hour) ? 0 : null);
}

function statusOf(stored: MeterDayStored | undefined, hour: number, leak: Leak | null, volume: number | null): string {
  if (stored === undefined || volume === null) return "No Data";
  if (leak !== null) {
    return { "toilet leak": "Toilet Leak", "other leak": "Other Leak", "water heater": "Water Heater Leak" }[leak.kind];
  }
  return isCaughtUp(stored, hour) ? "Catch-Up" : "No Leak";
}

/** Whether some of an hour's volume was spread over a silence, or all of it, even if that is none. */
export function isCaughtUp(stored: MeterDayStored, hour: number): boolean {
  const estimated = stored.estimated?.[hour] ?? null;
  return estimated !== null && (estimated > 0 || (stored.gallons[hour] ?? null) === null);
}
