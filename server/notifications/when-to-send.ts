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
  settings: NotificationSettings,
  { propertyZone, now, isBurst }: { propertyZone: string; now: number; isBurst: boolean },
): SendingTime | null {
  const { mail } = settings;
  if (mail === "off") return null;
  if (isBurst) return { at: now, isList: false };
  if (mail !== "at_once") {
    const morning = nextMorning(propertyZone, now, mail === "weekday_mornings");
    return { at: afterQuietHours(settings, propertyZone, morning), isList: true, isMorning: true };
  }
  const at = afterQuietHours(settings, propertyZone, now);
  return { at, isList: at > now };
}

/** The list of those that are too many to be sent each at once. */
export function nextHour(settings: NotificationSettings, propertyZone: string, now: number): SendingTime {
  const hour = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  return { at: afterQuietHours(settings, propertyZone, hour), isList: true };
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

/** When the quiet hours end that an instant lies in; the instant itself where it lies in none. */
function afterQuietHours(
  { quiet_hours, time_zone }: NotificationSettings,
  propertyZone: string,
  instant: number,
): number {
  if (quiet_hours === null) return instant;
  const { from, until } = quiet_hours;
  const timeZone = time_zone ?? propertyZone;
  const today = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate();
  // Those of last night may still last.
  for (const day of [today.subtract({ days: 1 }), today]) {
    const startsAt = day.toZonedDateTime({ timeZone, plainTime: from }).epochMilliseconds;
    const lastDay = until > from ? day : day.add({ days: 1 });
    const endsAt = lastDay.toZonedDateTime({ timeZone, plainTime: until }).epochMilliseconds;
    if (startsAt <= instant && instant < endsAt) return endsAt;
  }
  return instant;
}
