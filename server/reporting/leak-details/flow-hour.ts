import type { LeakHour } from "../../../contract/leak-details.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import type { PlaceParams } from "../../query/chosen-properties.ts";
import { inOrder } from "../../query/ordering.ts";
import { type PageParams, slicePage } from "../../query/page.ts";
import type { PeriodParams } from "../../query/period.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { type FoundMeter, findMeter } from "./find-meter.ts";
import { leaksInPeriod, totalsBeginOn } from "./leaks-in-period.ts";
import { localHour } from "./local-hour.ts";
import { type MeterHour, meterHours } from "./meter-hours.ts";
import { runningTotals } from "./running-total.ts";

type HourField = "date" | "gallons" | "flow_time" | "event" | "events";

interface Params extends PlaceParams, PeriodParams, PageParams {
  ordering: HourField | `-${HourField}`;
}

const statusOf = {
  "toilet leak": "Toilet Leak",
  "other leak": "Other Leak",
  "water heater": "Water Heater Leak",
} as const;

/**
 * One page of a meter's hours, of the days of which anything is stored; hours that have not begun are left out. Ordered
 * by `date` they are in chronological order, so that the repeated hour of a clock change comes twice.
 * @throws ProblemError not_found, ambiguous_serial.
 */
export async function flowByHour(
  scope: Scope,
  tx: Transactional,
  serial: string,
  params: Params,
  clock: Clock,
): Promise<{ count: number; rows: LeakHour[]; keptFrom: string | null }> {
  const meter = await findMeter(scope, tx, serial, params, clock);
  const leaks = await leaksInPeriod(tx, meter);
  const { hours, archived, keptFrom } = await meterHours(tx, meter, totalsBeginOn(meter, leaks), clock());
  const inTime = [...archived, ...hours.map(({ startsAt, leaked }) => ({ at: startsAt, leaked }))].sort(
    (a, b) => a.at - b.at,
  );
  const totals = runningTotals(
    inTime,
    leaks.map((leak) => ({
      start: leak.started_at.getTime(),
      end: leak.ended_at === null ? null : leak.ended_at.getTime() - 1,
      before: 0,
    })),
  );
  const totalAt = new Map(inTime.map(({ at }, index) => [at, totals[index] ?? 0]));
  const inPeriod = hours
    .map((hour) => ({ ...hour, total: totalAt.get(hour.startsAt) ?? 0 }))
    .filter((hour) => hour.date >= meter.period.startDate);
  const ordered = inOrder(
    inPeriod,
    params.ordering,
    {
      date: (hour) => hour.startsAt,
      gallons: (hour) => hour.gallons,
      flow_time: (hour) => hour.flowTime,
      event: (hour) => hour.events,
      events: (hour) => hour.events,
    },
    (hour) => hour.startsAt,
  );
  const rows = slicePage(ordered, params).map((hour) => leakHour(meter, hour, hour.total));
  return { count: inPeriod.length, rows, keptFrom };
}

function leakHour(meter: FoundMeter, hour: MeterHour, total: number): LeakHour {
  const status = leakStatus(meter, hour);
  const { time, instant } = localHour(meter.period.timeZone, hour.startsAt);
  return {
    date: hour.date,
    hour: time,
    starts_at: instant,
    gallons: asGallons(hour.gallons),
    leak_gallons: asGallons(hour.leaked),
    total_leak_gallons: asGallons(total),
    leak_status: status,
    flow_time: hour.flowTime,
    event: hour.events,
    events: hour.events,
    leak_details: status,
  };
}

function leakStatus(meter: FoundMeter, hour: MeterHour): LeakHour["leak_status"] {
  if (hour.gallons === null) return "No Data";
  // Caught-up gallons are never leak gallons: an hour with these was measured too.
  if (hour.leaked > 0) return statusOf[meter.kind];
  return hour.caughtUp === null ? "No Leak" : "Catch-Up";
}
