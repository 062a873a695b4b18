import { dayNumber, dayText, localDay, localDayAt } from "../time/local-day.ts";

/** The requested days: either `days_ago` or both dates; neither is yesterday. */
export interface PeriodParams {
  days_ago?: number | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** The days of a report in one time zone, both ends included. */
export interface LocalPeriod {
  timeZone: string;
  startDate: string;
  endDate: string;
  /** `endDate`, or today where that comes first: no later day has begun. */
  lastDate: string;
  /** Whether its last day is over. */
  isOver: boolean;
  /** Instant at which the first day begins. */
  startsAt: number;
  /** Instant at which the day after the last one begins. */
  endsAt: number;
}

/**
 * The local days of a period in a time zone at the instant `now` (milliseconds). `days_ago` 1, 7 and 30 end with
 * yesterday, the zone's last complete day; 0 is today so far.
 */
export function localPeriod(timeZone: string, params: PeriodParams, now: number): LocalPeriod {
  const today = localDayAt(timeZone, now).day;
  const [first, last] = dayNumbers(params, today);
  return {
    timeZone,
    startDate: dayText(first),
    endDate: dayText(last),
    lastDate: dayText(Math.min(last, today)),
    isOver: last < today,
    startsAt: localDay(timeZone, first).startsAt,
    endsAt: localDay(timeZone, last).endsAt,
  };
}

function dayNumbers(params: PeriodParams, today: number): [number, number] {
  if (params.start_date !== undefined && params.end_date !== undefined) {
    return [dayNumber(params.start_date), dayNumber(params.end_date)];
  }
  const daysAgo = params.days_ago ?? 1;
  return daysAgo === 0 ? [today, today] : [today - daysAgo, today - 1];
}

/** As many days just before a period, with which it is compared: N-2 of yesterday, days 8 to 14 of the last seven. */
export function previousPeriod(period: LocalPeriod): LocalPeriod {
  const { timeZone } = period;
  const first = dayNumber(period.startDate);
  const days = dayNumber(period.endDate) - first + 1;
  const last = dayText(first - 1);
  return {
    timeZone,
    startDate: dayText(first - days),
    endDate: last,
    lastDate: last,
    isOver: true,
    startsAt: localDay(timeZone, first - days).startsAt,
    endsAt: period.startsAt,
  };
}
