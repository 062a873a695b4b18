import { Temporal } from "temporal-polyfill";
import type { OnCallWeeks } from "../../../contract/notifications/routes.ts";

/** A person's week, from one instant until another, in milliseconds since the epoch. */
interface OnCallWeek {
  userId: number;
  from: number;
  until: number;
}

/** Whose week it is at an instant. Before the first week people take turns as after it. */
export function onCallAt(weeks: OnCallWeeks, now: number): OnCallWeek {
  const { user_ids, first_week_on, starts_at, time_zone } = weeks;
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(time_zone);
  const hasBegun = Temporal.PlainTime.compare(local.toPlainTime(), starts_at) >= 0;
  const first = Temporal.PlainDate.from(first_week_on);
  const days = first.until(local.toPlainDate(), { largestUnit: "days" }).days - (hasBegun ? 0 : 1);
  const week = Math.floor(days / 7);
  const startOf = (weekIndex: number) =>
    first.add({ days: weekIndex * 7 }).toZonedDateTime({ timeZone: time_zone, plainTime: starts_at }).epochMilliseconds;
  const turn = ((week % user_ids.length) + user_ids.length) % user_ids.length;
  return {
    userId: user_ids[turn] ?? 0,
    from: startOf(week),
    until: startOf(week + 1),
  };
}

/** The week at an instant and those after it. */
export function weeksFrom(weeks: OnCallWeeks, now: number, count: number): OnCallWeek[] {
  const found: OnCallWeek[] = [];
  for (let at = now; found.length < count; at = found.at(-1)?.until ?? at) found.push(onCallAt(weeks, at));
  return found;
}
