import { plural, t } from "@lingui/core/macro";
import type { PropertySetup } from "../../../../contract/inventory/property-setup.ts";
import { formatDate } from "../../../components/format.ts";
import { type StepName, stepNames } from "./start-search.ts";

/** How a step stands. */
export interface Step {
  name: StepName;
  isDone: boolean;
  /** The first one that is not done. */
  isNext: boolean;
  /** What is there already, or what is missing. */
  statusText: string;
}

/** What is known of the way. */
export interface Known {
  /** The organization chosen, or the only one; undefined: none yet. */
  organization: string | undefined;
  /** undefined: no property is chosen yet, or it is on its way. */
  setup: PropertySetup | undefined;
}

/** The steps with what is done and what is missing according to the server. */
export function stepsOf({ organization, setup }: Known): Step[] {
  const missing = new Set<string>(setup?.missing ?? ["units", "meters", "token", "reading", "day", "leak"]);
  if (setup === undefined && organization === undefined) missing.add("organization");
  if (setup === undefined) missing.add("property");
  // A meter needs no unit where it measures a building.
  if (setup !== undefined && setup.meters_count > 0) missing.delete("units");
  if (missing.has("meters")) missing.add("units");
  const next = stepNames.find((name) => missing.has(name));
  return stepNames.map((name) => ({
    name,
    isDone: !missing.has(name),
    isNext: name === next,
    statusText: statusTexts[name]({ organization, setup }),
  }));
}

const later = t`Once there is a property.`;

const statusTexts: Readonly<Record<StepName, (known: Known) => string>> = {
  organization: ({ organization, setup }) => {
    if (setup?.organization === null)
      return t`${setup.property.name} belongs to none yet: nobody but IONAdmins sees it.`;
    return setup?.organization?.name ?? organization ?? t`Missing: whose buildings they are.`;
  },
  property: ({ setup }) =>
    setup === undefined
      ? t`Missing: its name and its time zone.`
      : t`${setup.property.name}, ${zoneName(setup.property.time_zone)} time`,
  units: ({ setup }) => {
    if (setup === undefined) return later;
    const { units_count: units, meters_count: meters } = setup;
    if (meters > 0)
      return t`${plural(units, { one: "# unit", other: "# units" })}, ${plural(meters, { one: "# meter", other: "# meters" })}`;
    if (units > 0) return t`${plural(units, { one: "# unit", other: "# units" })}. Missing: their meters.`;
    return t`Missing: which units there are, and which meter measures what.`;
  },
  token: ({ setup }) => {
    if (setup === undefined) return later;
    const { gateways_count: gateways, gateway_tokens_count: tokens, meters_with_readings: withReadings } = setup;
    if (tokens > 0)
      return t`${plural(gateways, { one: "# gateway", other: "# gateways" })}, ${plural(tokens, { one: "# token", other: "# tokens" })}`;
    if (withReadings > 0) return t`None: readings came from a file.`;
    if (gateways === 0) return t`Missing: a gateway. Who has readings as a file needs none.`;
    return t`${plural(gateways, { one: "# gateway", other: "# gateways" })}. Missing: a token with which it may send.`;
  },
  reading: ({ setup }) => {
    if (setup === undefined) return later;
    const { meters_count: meters, meters_with_readings: withReadings } = setup;
    if (withReadings >= meters && withReadings > 0) return allSeen(meters);
    if (withReadings > 0)
      return t`${withReadings} of ${plural(meters, { one: "# meter", other: "# meters" })} reported`;
    return t`Missing: the first reading of any meter.`;
  },
  day: ({ setup }) => {
    const day = setup?.first_day;
    if (!day) return t`Once there are readings.`;
    const counted = t`${day.hours_measured} of ${day.hours} hours`;
    return day.is_complete
      ? t`${formatDate(day.date)}, ${counted} measured`
      : t`${formatDate(day.date)}: ${counted} measured so far`;
  },
  leak: ({ setup }) => {
    if (setup?.first_leak) {
      const { building_name, unit_name, meter_serial_number } = setup.first_leak;
      const place = [building_name, unit_name].filter((part) => part !== null).join(" / ");
      return `${place === "" ? t`Meter ${meter_serial_number}` : place}`;
    }
    const outlook = setup?.leak_outlook;
    if (!outlook) return t`Once there are readings.`;
    const { hours_measured: measured, hours_needed: needed } = outlook;
    return measured >= needed ? t`None seen so far.` : t`${measured} of the ${needed} hours that it takes to see one`;
  },
};

function allSeen(meters: number): string {
  return meters === 1
    ? t`The meter reported`
    : t`All ${plural(meters, { one: "# meter", other: "# meters" })} reported`;
}

/** "America/Chicago" as people read it: "America/Chicago", without the marks of a file name. */
export function zoneName(zone: string): string {
  return zone.replaceAll("_", " ");
}

const HOUR = 3_600_000;

/**
 * Whether the newest reading lies as far back as the clock of another zone would put it: more than readings mostly take to
 * come in, and no more than zones are apart. @param now milliseconds
 */
export function mayBeOtherZone(newest: string, now: number): boolean {
  const hours = (now - Date.parse(newest)) / HOUR;
  return hours > 2 && hours <= 27;
}

interface Chosen {
  propertyId: number | undefined;
  organization: object | undefined;
}

/** Whether there is what a step needs to begin with. */
export function mayOpen(step: StepName, { propertyId, organization }: Chosen): boolean {
  if (step === "organization") return true;
  return step === "property" ? propertyId !== undefined || organization !== undefined : propertyId !== undefined;
}
