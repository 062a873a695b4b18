import type { LeakDay, LeakHour } from "../../../contract/reporting/leak-details.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import type { PlaceParams } from "../../query/chosen-properties.ts";
import { inOrder } from "../../query/ordering.ts";
import { type PageParams, slicePage } from "../../query/page.ts";
import type { PeriodParams } from "../../query/period.ts";
import { report } from "../../query/report.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { dayNumber } from "../../time/local-day.ts";
import { daysKeptFrom } from "../days-kept-from.ts";
import { type FoundMeter, findMeter } from "./find-meter.ts";
import { leakDates, leakedBefore, leaksInPeriod, totalsBeginOn } from "./leaks-in-period.ts";
import { localHour } from "./local-hour.ts";
import { type DayTotals, type MeterHour, meterDays, meterHours } from "./meter-volumes.ts";

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

type HourField = "date" | "gallons" | "flow_time" | "event" | "events";

interface Params<Field extends string> extends PlaceParams, PeriodParams, PageParams {
  ordering: Field | `-${Field}`;
}

/**
 * One page of a meter's days, those of which nothing is stored left out. `total_leak_gallons` counts from the start of
 * the leak that runs on the day, also when that lies before the period; what another leaked before it on its first day
 * is not counted, as long as the hours of that day are kept.
 * @throws ProblemError not_found, ambiguous_serial.
 */
async function flowByDay(
  scope: Scope,
  tx: Transactional,
  serial: string,
  params: Params<DayField>,
  clock: Clock,
): Promise<{ count: number; rows: LeakDay[] }> {
  const meter = await findMeter(scope, tx, serial, params, clock);
  const leaks = await leaksInPeriod(tx, meter);
  const days = await meterDays(tx, meter, totalsBeginOn(meter, leaks));
  const before = await leakedBefore(tx, meter, leaks);
  const totals = runningTotals(
    days.map((day) => ({ at: day.day, leaked: day.leak_total })),
    leaks.map((leak, index) => ({
      ...leakDates(meter.period.timeZone, leak),
      kind: leak.kind,
      before: before[index] ?? 0,
    })),
  );
  const rows = days
    .map((day, index) => leakDay(meter, day, totals[index] ?? none))
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

/**
 * One page of a meter's hours, of the days of which anything is stored; hours that have not begun are left out. Ordered
 * by `date` they are in chronological order, so that the repeated hour of a clock change comes twice.
 * @throws ProblemError not_found, ambiguous_serial.
 */
async function flowByHour(
  scope: Scope,
  tx: Transactional,
  serial: string,
  params: Params<HourField>,
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
      kind: leak.kind,
      end: leak.ended_at === null ? null : leak.ended_at.getTime() - 1,
      before: 0,
    })),
  );
  const totalAt = new Map(inTime.map(({ at }, index) => [at, totals[index] ?? none]));
  const inPeriod = hours
    .map((hour) => ({ ...hour, running: totalAt.get(hour.startsAt) ?? none }))
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
  const rows = slicePage(ordered, params).map((hour) => leakHour(meter, hour, hour.running));
  return { count: inPeriod.length, rows, keptFrom };
}

/** A stretch of a leak, in days or in instants: from `start` up to and with `end`; null: it goes on. */
interface Stretch<At> {
  start: At;
  end: At | null;
  kind: FoundMeter["kind"];
  /** What of the volume at its start is another's, that ended at the same point before it began. */
  before: number;
}

/** The leak that runs at a point of time: its volume since its start, and its kind. Where none runs: 0 and null. */
interface Running {
  total: number;
  kind: FoundMeter["kind"] | null;
}
const none: Running = { total: 0, kind: null };

/**
 * For each point of time, in order, the leak that runs there.
 * Where one ends and another starts at the same point, it belongs to the later one. `stretches` come newest first.
 */
function runningTotals<At extends string | number>(
  points: readonly { at: At; leaked: number }[],
  stretches: readonly Stretch<At>[],
): Running[] {
  let running: Stretch<At> | undefined;
  let total = 0;
  return points.map(({ at, leaked }) => {
    const here = stretches.find(({ start, end }) => start <= at && (end === null || at <= end));
    if (here !== running) total = -(here?.before ?? 0);
    running = here;
    total += leaked;
    return { total, kind: here?.kind ?? null };
  });
}

function leakDay(meter: FoundMeter, day: DayTotals, { total, kind }: Running): LeakDay {
  return {
    date: day.day,
    leak_type: day.leak_total > 0 ? (kind ?? meter.kind) : null,
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
  return day.flow_total === null ? day.hours_with_flow >= hours : day.flow_total >= hours * 60;
}

function leakHour(meter: FoundMeter, hour: MeterHour, { total, kind }: Running): LeakHour {
  const status = leakStatus(kind ?? meter.kind, hour);
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

const statusOf = {
  "toilet leak": "Toilet Leak",
  "other leak": "Other Leak",
  "water heater": "Water Heater Leak",
} as const;

function leakStatus(kind: FoundMeter["kind"], hour: MeterHour): LeakHour["leak_status"] {
  if (hour.gallons === null) return "No Data";
  // Caught-up gallons are never leak gallons: an hour with these was measured too.
  if (hour.leaked > 0) return statusOf[kind];
  return hour.caughtUp === null ? "No Leak" : "Catch-Up";
}

export const flowByDayReport = report(
  "GET /v1/reporting/leak-report/leak-details/meters/{meter}/flow/day",
  { cache: "rolled-up" },
  async ({ scope, tx, params, query, clock, page }) => ({
    ...page(query, await flowByDay(scope, tx, params.meter, query, clock)),
    days_kept_from: await daysKeptFrom(scope, tx),
  }),
);

export const flowByHourReport = report(
  "GET /v1/reporting/leak-report/leak-details/meters/{meter}/flow/hour",
  { cache: "text" },
  async ({ scope, tx, params, query, clock, page }) => {
    const { keptFrom, ...hours } = await flowByHour(scope, tx, params.meter, query, clock);
    return { ...page(query, hours), hours_kept_from: keptFrom };
  },
);
