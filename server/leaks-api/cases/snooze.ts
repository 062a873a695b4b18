import { wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { dayNumber, localDayAt } from "../../time/local-day.ts";

/** Nothing can be snoozed for longer. */
const MOST_SNOOZED_DAYS = 90;

/** @param until local day @throws ProblemError invalid_fields for one that is not after today, or too far ahead */
export function checkSnooze(until: string, timeZone: string, now: number): void {
  const ahead = dayNumber(until) - localDayAt(timeZone, now).day;
  if (ahead >= 1 && ahead <= MOST_SNOOZED_DAYS) return;
  throw wrongField("until", text`Give a day after today and at most ${MOST_SNOOZED_DAYS} days ahead.`);
}
