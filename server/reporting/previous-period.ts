import type { LocalPeriod } from "../query/period.ts";
import { dayNumber, dayText, localDay } from "../time/local-day.ts";

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
    startsAt: localDay(timeZone, first - days).startsAt,
    endsAt: period.startsAt,
  };
}
