import type { ChartPoint } from "../../../contract/reporting/leak-details.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import type { PlaceParams } from "../../query/chosen-properties.ts";
import type { LocalPeriod, PeriodParams } from "../../query/period.ts";
import { report } from "../../query/report.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { dayNumber, dayText, localDay } from "../../time/local-day.ts";
import { findMeter } from "./find-meter.ts";
import { localHour } from "./local-hour.ts";
import { meterDays, meterHours } from "./meter-volumes.ts";

/** Volumes of a day or an hour in thousandths of a gallon; null: nothing was measured. */
interface Volumes {
  gallons: number | null;
  leaked: number;
  caughtUp: number | null;
  events: number | null;
}

/**
 * A point for every day of the period that has begun, oldest first; null figures where nothing was measured.
 * @throws ProblemError not_found, ambiguous_serial.
 */
async function consumptionByDay(
  scope: Scope,
  tx: Transactional,
  serial: string,
  params: PlaceParams & PeriodParams,
  clock: Clock,
): Promise<ChartPoint[]> {
  const meter = await findMeter(scope, tx, serial, params, clock);
  const days = await meterDays(tx, meter, meter.period.startDate);
  const volumes = new Map(
    days.map(({ day, gallons_total, leak_total, estimated_total, events_total }) => [
      day,
      { gallons: gallons_total, leaked: leak_total, caughtUp: estimated_total, events: events_total },
    ]),
  );
  return daysOf(meter.period).map((day) => point(dayText(day), volumes.get(dayText(day))));
}

/** The same for every hour that has begun, 23 or 25 of them on the days when the clocks change. */
async function consumptionByHour(
  scope: Scope,
  tx: Transactional,
  serial: string,
  params: PlaceParams & PeriodParams,
  clock: Clock,
): Promise<ChartPoint[]> {
  const meter = await findMeter(scope, tx, serial, params, clock);
  const { timeZone, startDate } = meter.period;
  const now = clock();
  const { hours } = await meterHours(tx, meter, startDate, now);
  const volumes = new Map(hours.map((hour) => [hour.startsAt, hour]));
  return daysOf(meter.period)
    .map((day) => localDay(timeZone, day))
    .flatMap((day) => Array.from({ length: day.hours }, (_, slot) => day.startsAt + slot * HOUR_MS))
    .filter((startsAt) => startsAt <= now)
    .map((startsAt) => point(localHour(timeZone, startsAt).instant, volumes.get(startsAt)));
}

/** The numbers of the days of a period that have begun. */
function daysOf({ startDate, lastDate }: LocalPeriod): number[] {
  const first = dayNumber(startDate);
  return Array.from({ length: Math.max(0, dayNumber(lastDate) - first + 1) }, (_, index) => first + index);
}

function point(label: string, volumes: Volumes | undefined): ChartPoint {
  const consumed = volumes?.gallons ?? null;
  return {
    label,
    gallons_consumed: asGallons(consumed),
    gallons_leaked: consumed === null ? null : asGallons(volumes?.leaked ?? 0),
    events: volumes?.events ?? null,
    estimated_gallons: asGallons(volumes?.caughtUp ?? 0),
  };
}

export const consumptionByDayReport = report(
  "GET /v1/reporting/leak-report/leak-details/meters/{meter}/consumption/day",
  { cache: "rolled-up" },
  async ({ scope, tx, params, query, clock }) => consumptionByDay(scope, tx, params.meter, query, clock),
);

export const consumptionByHourReport = report(
  "GET /v1/reporting/leak-report/leak-details/meters/{meter}/consumption/hour",
  { cache: "text" },
  async ({ scope, tx, params, query, clock }) => consumptionByHour(scope, tx, params.meter, query, clock),
);
