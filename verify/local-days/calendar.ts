export const HOUR_MS = 3_600_000;
const HALF_HOUR_MS = HOUR_MS / 2;

/** Zones, those with half hours among them, and how long their days are on which clocks change (or do not), in hours. */
export const zones = [
  { timeZone: "America/New_York", days: { "2026-03-08": 23, "2026-11-01": 25 } },
  { timeZone: "America/St_Johns", days: { "2026-03-08": 23, "2026-11-01": 25 } },
  { timeZone: "Asia/Kolkata", days: { "2026-03-08": 24, "2026-11-01": 24 } },
  { timeZone: "Australia/Adelaide", days: { "2026-04-05": 25, "2026-10-04": 23 } },
  { timeZone: "Australia/Lord_Howe", days: { "2026-04-05": 24.5, "2026-10-04": 23.5 } },
] as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local day of an instant, as the runtime's own calendar has it: the product reckons with another. */
export function dateAt(timeZone: string, at: number): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    formats.set(timeZone, format);
  }
  return format.format(at);
}

/** The first and the last instant of a local day, found by walking from half hour to half hour. */
export function dayOf(timeZone: string, date: string): { begin: number; end: number } {
  let begin = Date.parse(`${date}T00:00:00Z`) - 15 * HOUR_MS;
  while (dateAt(timeZone, begin) !== date) begin += HALF_HOUR_MS;
  let end = begin;
  while (dateAt(timeZone, end) === date) end += HALF_HOUR_MS;
  return { begin, end };
}

/** A date so many days later. */
export function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 24 * HOUR_MS).toISOString().slice(0, 10);
}
