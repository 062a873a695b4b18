import { t } from "@lingui/core/macro";

/** Those of most properties, by the names that people there have for them. */
const named: readonly (readonly [zone: string, name: string])[] = [
  ["America/New_York", t`Eastern`],
  ["America/Chicago", t`Central`],
  ["America/Denver", t`Mountain`],
  ["America/Phoenix", t`Arizona, no daylight saving`],
  ["America/Los_Angeles", t`Pacific`],
  ["America/Anchorage", t`Alaska`],
  ["Pacific/Honolulu", t`Hawaii`],
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
      group: t`United States`,
      items: named.map(([value, name]) => ({ value, label: `${name} (${readable(value)})` })),
    },
    {
      group: t`All`,
      items: [...known]
        .filter((zone) => !first.has(zone))
        .sort()
        .map((value) => ({ value, label: readable(value) })),
    },
  ];
}
