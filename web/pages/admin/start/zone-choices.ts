const usual = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
];

/** All time zones that the browser knows, those of the states first. */
export function zoneChoices(): { value: string; label: string }[] {
  const others = Intl.supportedValuesOf("timeZone").filter((zone) => !usual.includes(zone));
  return [...usual, ...others].map((value) => ({ value, label: value.replaceAll("_", " ") }));
}

/**
 * The zone of the person's own clock, which is mostly that of their buildings, too; empty where that clock is set to none
 * that buildings stand in (UTC), so that nobody takes it without a look.
 */
export function ownZone(): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zoneChoices().some(({ value }) => value === own) ? own : "";
}
