/** Those of most properties, by the names that people there have for them. */
const named: readonly (readonly [zone: string, name: string])[] = [
  ["America/New_York", "Eastern"],
  ["America/Chicago", "Central"],
  ["America/Denver", "Mountain"],
  ["America/Phoenix", "Arizona, no daylight saving"],
  ["America/Los_Angeles", "Pacific"],
  ["America/Anchorage", "Alaska"],
  ["Pacific/Honolulu", "Hawaii"],
];

/** A time zone as people read it: "America/New York". */
const readable = (zone: string) => zone.replaceAll("_", " ");

/**
 * The time zones to choose from: those of the United States first, then all that the browser knows.
 * @param current one that must be among them, as a property has it; "" for none
 */
export function timeZoneChoices(current: string): { group: string; items: { value: string; label: string }[] }[] {
  const first = new Set(named.map(([zone]) => zone));
  const known = new Set([...Intl.supportedValuesOf("timeZone"), "UTC", ...(current === "" ? [] : [current])]);
  return [
    {
      group: "United States",
      items: named.map(([value, name]) => ({ value, label: `${name} (${readable(value)})` })),
    },
    {
      group: "All",
      items: [...known]
        .filter((zone) => !first.has(zone))
        .sort()
        .map((value) => ({ value, label: readable(value) })),
    },
  ];
}
