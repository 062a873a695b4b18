import { formatDate } from "../../../../components/format.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

function parts(instant: string | number, zone: string): Record<string, string> {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
    formats.set(zone, format);
  }
  return Object.fromEntries(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
}

/** An instant as the property's calendar day: "Mar 03, 2024". */
export function dayAtProperty(instant: string, zone: string): string {
  const { year, month, day } = parts(instant, zone);
  return formatDate(`${year}-${month}-${day}`);
}

/** An instant on the property's clock: "Mar 03, 2024, 2:00 AM". */
export function timeAtProperty(instant: string, zone: string): string {
  const { hour, minute } = parts(instant, zone);
  const hours = Number(hour);
  return `${dayAtProperty(instant, zone)}, ${hours % 12 === 0 ? 12 : hours % 12}:${minute} ${hours < 12 ? "AM" : "PM"}`;
}

/** An instant on the property's clock as a field for date and time has it: "2024-03-03T02:00". */
export function clockAtProperty(instant: string | number, zone: string): string {
  const { year, month, day, hour, minute } = parts(instant, zone);
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/** The local day (yyyy-MM-dd) and hour (0 to 23) that an instant lies in. */
export function hourAtProperty(instant: string | number, zone: string): { date: string; hour: number } {
  const clock = clockAtProperty(instant, zone);
  return { date: clock.slice(0, 10), hour: Number(clock.slice(11, 13)) };
}

const HALF_DAY = 12 * 3_600_000;

/**
 * The instant at which the property's clock shows a time such as "2024-03-03T02:00"; of two, the earlier.
 * @returns null for what is no time, and for one that the clock leaves out in spring
 */
export function instantAtProperty(clock: string, zone: string): string | null {
  const asUtc = Date.parse(`${clock}Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(clock) || Number.isNaN(asUtc)) return null;
  const offsetAt = (instant: number) => Date.parse(`${clockAtProperty(instant, zone)}Z`) - instant;
  const found = [asUtc - HALF_DAY, asUtc + HALF_DAY]
    .map((near) => asUtc - offsetAt(Math.floor(near / 60_000) * 60_000))
    .filter((instant) => clockAtProperty(instant, zone) === clock);
  return found.length === 0 ? null : new Date(Math.min(...found)).toISOString();
}
