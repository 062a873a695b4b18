import type { ChartPoint } from "../../../contract/leak-details.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import type { PlaceParams } from "../../query/chosen-properties.ts";
import type { LocalPeriod, PeriodParams } from "../../query/period.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { dayNumber, localDay } from "../../time/local-day.ts";
import { findMeter } from "./find-meter.ts";
import { localHour } from "./local-hour.ts";
import { meterHours } from "./meter-hours.ts";

/**
 * A point for every hour of the period that has begun, oldest first, 23 or 25 of them on the days when the clocks
 * change; null figures where nothing was measured.
 * @throws ProblemError not_found, ambiguous_serial.
 */
export async function consumptionByHour(
  scope: Scope,
  tx: Transactional,
  serial: string,
  params: PlaceParams & PeriodParams,
  clock: Clock,
): Promise<ChartPoint[]> {
  const meter = await findMeter(scope, tx, serial, params, clock);
  const now = clock();
  const { hours } = await meterHours(tx, meter, meter.period.startDate, now);
  const byStart = new Map(hours.map((hour) => [hour.startsAt, hour]));
  return hoursOfPeriod(meter.period, now).map((startsAt) => {
    const hour = byStart.get(startsAt);
    const consumed = hour?.gallons ?? null;
    return {
      label: localHour(meter.period.timeZone, startsAt).instant,
      gallons_consumed: asGallons(consumed),
      gallons_leaked: consumed === null ? null : asGallons(hour?.leaked ?? 0),
      events: hour?.events ?? null,
      estimated_gallons: asGallons(hour?.caughtUp ?? 0),
    };
  });
}

function hoursOfPeriod(period: LocalPeriod, now: number): number[] {
  const starts: number[] = [];
  for (let day = dayNumber(period.startDate); day <= dayNumber(period.lastDate); day += 1) {
    const { startsAt, hours } = localDay(period.timeZone, day);
    for (let slot = 0; slot < hours; slot += 1) starts.push(startsAt + slot * HOUR_MS);
  }
  return starts.filter((startsAt) => startsAt <= now);
}
