import type { LeakDay } from "../../../contract/leak-details.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import type { PlaceParams } from "../../query/chosen-properties.ts";
import { inOrder } from "../../query/ordering.ts";
import { type PageParams, slicePage } from "../../query/page.ts";
import type { PeriodParams } from "../../query/period.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { dayNumber } from "../../time/local-day.ts";
import { type FoundMeter, findMeter } from "./find-meter.ts";
import { leakDates, leakedBefore, leaksInPeriod, totalsBeginOn } from "./leaks-in-period.ts";
import { type DayTotals, meterDays } from "./meter-days.ts";
import { runningTotals } from "./running-total.ts";

/** Water that runs in all but this many hours of a day makes the whole day's gallons "22h+ Gallons". */
const STILL_HOURS = 2;

type DayField =
  | "date"
  | "total_leak_gallons"
  | "leak_gallons"
  | "gallons_consumed"
  | "twenty_two_gallons"
  | "flow_time"
  | "event"
  | "events";

interface Params extends PlaceParams, PeriodParams, PageParams {
  ordering: DayField | `-${DayField}`;
}

/**
 * One page of a meter's days, those of which nothing is stored left out. `total_leak_gallons` counts from the start of
 * the leak that runs on the day, also when that lies before the period; what another leaked before it on its first day
 * is not counted, as long as the hours of that day are kept.
 * @throws ProblemError not_found, ambiguous_serial.
 */
export async function flowByDay(
  scope: Scope,
  tx: Transactional,
  serial: string,
  params: Params,
  clock: Clock,
): Promise<{ count: number; rows: LeakDay[] }> {
  const meter = await findMeter(scope, tx, serial, params, clock);
  const leaks = await leaksInPeriod(tx, meter);
  const days = await meterDays(tx, meter, totalsBeginOn(meter, leaks));
  const before = await leakedBefore(tx, meter, leaks);
  const totals = runningTotals(
    days.map((day) => ({ at: day.day, leaked: day.leak_total })),
    leaks.map((leak, index) => ({ ...leakDates(meter.period.timeZone, leak), before: before[index] ?? 0 })),
  );
  const rows = days
    .map((day, index) => leakDay(meter, day, totals[index] ?? 0))
    .filter((row) => row.date >= meter.period.startDate);
  const ordered = inOrder(
    rows,
    params.ordering,
    {
      date: (row) => dayNumber(row.date),
      total_leak_gallons: (row) => row.total_leak_gallons,
      leak_gallons: (row) => row.leak_gallons,
      gallons_consumed: (row) => row.gallons_consumed,
      twenty_two_gallons: (row) => row.twenty_two_gallons,
      flow_time: (row) => row.flow_time,
      event: (row) => row.event,
      events: (row) => row.event,
    },
    (row) => dayNumber(row.date),
  );
  return { count: rows.length, rows: slicePage(ordered, params) };
}

function leakDay(meter: FoundMeter, day: DayTotals, total: number): LeakDay {
  return {
    date: day.day,
    leak_type: day.leak_total > 0 ? meter.kind : null,
    total_leak_gallons: asGallons(total),
    leak_gallons: asGallons(day.leak_total),
    gallons_consumed: asGallons(day.gallons_total),
    twenty_two_gallons: day.hours_measured === 0 ? null : asGallons(ranAllDay(day) ? day.gallons_total : 0),
    flow_time: day.flow_total,
    event: day.events_total,
    events: day.events_total,
    hours_measured: day.hours_measured,
    estimated_gallons: asGallons(day.estimated_total),
  };
}

function ranAllDay(day: DayTotals): boolean {
  const hours = day.hours - STILL_HOURS;
  return day.flow_total === null ? day.hours_wet >= hours : day.flow_total >= hours * 60;
}
