import { t } from "@lingui/core/macro";
import { numberError } from "../../../../app/form/rules.ts";
import {
  clockAtProperty,
  instantAtProperty,
  timeAtProperty,
} from "../../../property/leak-detail/view/property-time.ts";

const HOUR_MS = 3_600_000;

/** Hours that are typed one by one at most; of more, lines are pasted. */
export const MOST_FIELDS = 48;
/** The maximum gallons of an hour; the server rejects more. */
export const MOST_GALLONS = 2_100_000;

/** How an hour that was not measured is written. */
export const NOT_MEASURED = "none";

/** What is wrong with the hour from which on, or up to which, is corrected; null: nothing. */
export function hourError(typed: string, zone: string, now: number): string | null {
  if (typed === "") return t`Say which hour.`;
  if (!typed.endsWith(":00")) return t`Give a full hour, such as 2:00 PM.`;
  const instant = instantAtProperty(typed, zone);
  if (instant === null) return t`There is no such hour at the property: its clock goes forward then.`;
  return Date.parse(instant) > now ? t`This hour is still to come.` : null;
}

/** What is wrong with the last hour, which may be left out where it is the first one; null: nothing. */
export function lastHourError(typed: string, first: string, zone: string, now: number): string | null {
  if (typed === "") return null;
  const wrong = hourError(typed, zone, now);
  if (wrong !== null) return wrong;
  if (hourError(first, zone, now) !== null) return null;
  const count = countOf(first, typed, zone);
  if (count < 1) return t`It is before the first hour.`;
  return count > MOST_FIELDS ? t`Take at most ${MOST_FIELDS} hours like this, or paste them.` : null;
}

function boundsOf(first: string, last: string, zone: string): { from: number; until: number } {
  const from = Date.parse(instantAtProperty(first, zone) ?? "");
  const until = Date.parse(instantAtProperty(last === "" ? first : last, zone) ?? "");
  // Of an hour that comes twice in autumn both are meant.
  const isTwice = clockAtProperty(until + HOUR_MS, zone) === clockAtProperty(until, zone);
  return { from, until: isTwice ? until + HOUR_MS : until };
}

function countOf(first: string, last: string, zone: string): number {
  const { from, until } = boundsOf(first, last, zone);
  return (until - from) / HOUR_MS + 1;
}

/** An hour to correct. */
export interface HourToCorrect {
  /** When it begins. */
  at: string;
  /** In the property's time zone: "May 01, 2026, 2:00 PM"; the second of two equal clock times is marked as such. */
  hourLabel: string;
}

/** The hours from the first to the last, both included; none where they are not rightly given. */
export function hoursOf(first: string, last: string, zone: string, now: number): HourToCorrect[] {
  if (hourError(first, zone, now) !== null || lastHourError(last, first, zone, now) !== null) return [];
  const { from, until } = boundsOf(first, last, zone);
  return Array.from({ length: (until - from) / HOUR_MS + 1 }, (_, i) => {
    const at = new Date(from + i * HOUR_MS).toISOString();
    const isSecond = clockAtProperty(from + (i - 1) * HOUR_MS, zone) === clockAtProperty(at, zone);
    return { at, hourLabel: `${timeAtProperty(at, zone)}${isSecond ? " (second)" : ""}` };
  });
}

/** What is typed for each hour, from the form's one text: a line of each. */
export function volumesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split("\n").flatMap((line) => {
      const [at = "", ...rest] = line.split("=");
      return rest.length === 0 ? [] : [[at, rest.join("=")] as const];
    }),
  );
}

/** The form's text once something else is typed for an hour. */
export function withVolume(text: string, at: string, typed: string): string {
  const volumes = new Map([...volumesOf(text), [at, typed]]);
  return [...volumes].map(([hour, volume]) => `${hour}=${volume}`).join("\n");
}

/** What is wrong with a volume as typed; an hour without one stays as it is. */
export function volumeError(typed: string): string | null {
  return typed === NOT_MEASURED ? null : numberError(typed, 0, MOST_GALLONS, true);
}

/** The hours with a volume, as the call takes them. */
export function typedHours(text: string, hours: readonly HourToCorrect[]) {
  const volumes = volumesOf(text);
  return hours.flatMap(({ at }) => {
    const typed = volumes.get(at)?.trim() ?? "";
    return typed === "" ? [] : [{ hour: at, gallons: typed === NOT_MEASURED ? null : Number(typed) }];
  });
}
