import type { ChartPoint } from "../../../contract/leak-details.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import type { PlaceParams } from "../../query/chosen-properties.ts";
import type { PeriodParams } from "../../query/period.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { dayNumber, dayText } from "../../time/local-day.ts";
import { findMeter } from "./find-meter.ts";
import { meterDays } from "./meter-days.ts";

/**
 * A point for every day of the period that has begun, oldest first; null figures where nothing was measured.
 * @throws ProblemError not_found, ambiguous_serial.
 */
export async function consumptionByDay(
  scope: Scope,
  tx: Transactional,
  serial: string,
  params: PlaceParams & PeriodParams,
  clock: Clock,
): Promise<ChartPoint[]> {
  const meter = await findMeter(scope, tx, serial, params, clock);
  const { startDate, lastDate } = meter.period;
  const days = await meterDays(tx, meter, startDate);
  const byDay = new Map(days.map((day) => [day.day, day]));
  const first = dayNumber(startDate);
  const length = Math.max(0, dayNumber(lastDate) - first + 1);
  return Array.from({ length }, (_, index) => {
    const label = dayText(first + index);
    const day = byDay.get(label);
    const consumed = day?.gallons_total ?? null;
    return {
      label,
      gallons_consumed: asGallons(consumed),
      gallons_leaked: consumed === null ? null : asGallons(day?.leak_total ?? 0),
      events: day?.events_total ?? null,
      estimated_gallons: asGallons(day?.estimated_total ?? 0),
    };
  });
}
