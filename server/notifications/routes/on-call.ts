import { Temporal } from "temporal-polyfill";
import type { OnCallWeeks } from "../../../contract/notifications/routes.ts";

/** Who is on call at an instant, and until when. Before the first week the turns are as after it. */
export function onCallAt(weeks: OnCallWeeks, now: number): { userId: number; until: number } {
  const { user_ids, first_week_on, starts_at, time_zone } = weeks;
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(time_zone);
  const hasBegun = Temporal.PlainTime.compare(local.toPlainTime(), starts_at) >= 0;
  const first = Temporal.PlainDate.from(first_week_on);
  const days = first.until(local.toPlainDate(), { largestUnit: "days" }).days - (hasBegun ? 0 : 1);
  const week = Math.floor(days / 7);
  const next = first.add({ days: (week + 1) * 7 });
  const turn = ((week % user_ids.length) + user_ids.length) % user_ids.length;
  return {
    userId: user_ids[turn] ?? 0,
    until: next.toZonedDateTime({ timeZone: time_zone, plainTime: starts_at }).epochMilliseconds,
  };
}
