import { Temporal } from "temporal-polyfill";
import type { NotificationSettings } from "../../contract/notifications/settings.ts";
import { HOUR_MS } from "../time/durations.ts";

/** When the morning's list is sent, by the property's clock. */
const MORNING = { hour: 6, minute: 30 };
const FRIDAY = 5;

/** When a message is to be sent; a list gathers what else comes until then. */
export interface SendingTime {
  at: number;
  isList: boolean;
  /** The list of a morning: what waits for several mornings is sent in the first of them. */
  isMorning?: boolean;
}

/**
 * When a person is notified of something that happens now; null: not at all.
 * @param propertyZone the time zone of the property that it is about
 * @param isBurst whether it is a leak so large that nothing delays it
 */
export function whenToSend(
  { mail, quiet_hours, time_zone }: NotificationSettings,
  { propertyZone, now, isBurst }: { propertyZone: string; now: number; isBurst: boolean },
): SendingTime | null {
  if (mail === "off") return null;
  if (isBurst) return { at: now, isList: false };
  if (mail !== "at_once") {
    return { at: nextMorning(propertyZone, now, mail === "weekday_mornings"), isList: true, isMorning: true };
  }
  const end = quiet_hours === null ? null : endOfQuietHours(quiet_hours, time_zone ?? propertyZone, now);
  return end === null ? { at: now, isList: false } : { at: end, isList: true };
}

/** The list of those that are too many to be sent each at once. */
export function nextHour(now: number): SendingTime {
  return { at: (Math.floor(now / HOUR_MS) + 1) * HOUR_MS, isList: true };
}

function nextMorning(timeZone: string, now: number, onWeekdays: boolean): number {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  let day = local.toPlainDate();
  for (;;) {
    const morning = day.toZonedDateTime({ timeZone, plainTime: MORNING }).epochMilliseconds;
    if (morning > now && (!onWeekdays || day.dayOfWeek <= FRIDAY)) return morning;
    day = day.add({ days: 1 });
  }
}

/** When the quiet hours end that an instant lies in; null: it lies in none. */
function endOfQuietHours(
  { from, until }: NonNullable<NotificationSettings["quiet_hours"]>,
  timeZone: string,
  now: number,
): number | null {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  // Those of last night may still last.
  for (const day of [today.subtract({ days: 1 }), today]) {
    const startsAt = day.toZonedDateTime({ timeZone, plainTime: from }).epochMilliseconds;
    const lastDay = until > from ? day : day.add({ days: 1 });
    const endsAt = lastDay.toZonedDateTime({ timeZone, plainTime: until }).epochMilliseconds;
    if (startsAt <= now && now < endsAt) return endsAt;
  }
  return null;
}
