import { HOUR_MS } from "./durations.ts";

const formats = new Map<string, Intl.DateTimeFormat>();
const hours = new Map<string, Map<number, number>>();

/** What a clock in the zone shows, as if it were UTC: milliseconds since the epoch. Whole seconds. */
export function wallTime(timeZone: string, at: number): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    formats.set(timeZone, format);
  }
  return Date.parse(`${format.format(at).replace(" ", "T")}Z`);
}

/** The local hour, 0 to 23, in which an instant lies. */
export function localHour(timeZone: string, at: number): number {
  let known = hours.get(timeZone);
  if (known === undefined) {
    known = new Map();
    hours.set(timeZone, known);
  }
  const quarter = Math.floor((at * 4) / HOUR_MS);
  let hour = known.get(quarter);
  if (hour === undefined) {
    hour = new Date(wallTime(timeZone, at)).getUTCHours();
    known.set(quarter, hour);
  }
  return hour;
}

/** The instants at which clocks in the zone show a time: none in the hour skipped in spring, two in the one repeated. */
export function instantsAt(timeZone: string, wall: number): number[] {
  const near = [wall - 24 * HOUR_MS, wall + 24 * HOUR_MS].map((at) => wall - (wallTime(timeZone, at) - at));
  return [...new Set(near)].filter((at) => wallTime(timeZone, at) === wall).sort((a, b) => a - b);
}
