function parts(instant: string, zone: string): Record<string, string> {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    year: "numeric",
    month: "short",
    day: "2-digit",
    hour: "numeric",
    minute: "2-digit",
  });
  return Object.fromEntries(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
}

/** An instant as the property's calendar day: "Mar 03, 2024". */
export function dayAtProperty(instant: string, zone: string): string {
  const { month, day, year } = parts(instant, zone);
  return `${month} ${day}, ${year}`;
}

/** An instant on the property's clock: "Mar 03, 2024, 2:00 AM". */
export function timeAtProperty(instant: string, zone: string): string {
  const { hour, minute, dayPeriod } = parts(instant, zone);
  return `${dayAtProperty(instant, zone)}, ${hour}:${minute} ${dayPeriod}`;
}
