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
  let week = Math.floor(days / 7);
  const startOf = (weekIndex: number) =>
    first.add({ days: weekIndex * 7 }).toZonedDateTime({ timeZone: time_zone, plainTime: starts_at }).epochMilliseconds;
  // Where the clocks change, the local time is past a week's beginning before it, or before it once more afterwards.
  while (now >= startOf(week + 1)) week++;
  while (now < startOf(week)) week--;
  const turn = ((week % user_ids.length) + user_ids.length) % user_ids.length;
  return {
    userId: user_ids[turn] ?? 0,
    from: startOf(week),
    until: startOf(week + 1),
  };
}

/** Somebody who is on call on some days in place of whose week it is. */
interface Override {
  user_id: number;
  /** Local days, both included. */
  first_on: string;
  last_on: string;
}

/** A part of a week in which one person is on call. */
export interface Stretch extends OnCallWeek {
  /** Whose week it is, in whose place the person is on call; null: it is their own. */
  insteadOf: number | null;
}

/** Who is on call from an instant on, in so many weeks, with the overrides that fall into them. */
export function stretchesFrom(
  weeks: OnCallWeeks,
  overrides: readonly Override[],
  now: number,
  count: number,
): Stretch[] {
  const found: Stretch[] = [];
  let at = now;
  for (let week = 0; week < count; week++) {
    const own = onCallAt(weeks, at);
    found.push(...withOverrides(own, overrides, weeks.time_zone));
    at = own.until;
  }
  return found.filter(({ until }) => until > now);
}

/** The parts of a week. Overrides do not overlap. */
function withOverrides(
  { userId, from, until }: OnCallWeek,
  overrides: readonly Override[],
  timeZone: string,
): Stretch[] {
  const startOf = (day: string, later = 0) =>
    Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(timeZone).epochMilliseconds;
  const parts: Stretch[] = [];
  let at = from;
  for (const { user_id, first_on, last_on } of overrides) {
    const [begin, end] = [Math.max(startOf(first_on), from), Math.min(startOf(last_on, 1), until)];
    if (begin >= end) continue;
    if (begin > at) parts.push({ userId, from: at, until: begin, insteadOf: null });
    parts.push({ userId: user_id, from: begin, until: end, insteadOf: user_id === userId ? null : userId });
    at = end;
  }
  if (at < until) parts.push({ userId, from: at, until, insteadOf: null });
  return parts;
}
