/** `2016-05-01 14:00`, as the clocks of the zone showed it. */
export function localTime(at: number, timeZone: string): string {
  return new Date(at).toLocaleString("sv-SE", { timeZone }).slice(0, 16);
}
