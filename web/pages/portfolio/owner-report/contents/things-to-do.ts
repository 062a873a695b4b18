import { plural, t } from "@lingui/core/macro";
import type { DeviceHealthProperty } from "../../../../../contract/inventory/devices.ts";
import type { LeakUnitRow } from "../../../../../contract/reporting/top-leaks.ts";
import { cost, formatPlace } from "../../../../app/report/text.ts";
import { formatGallonsUnit, formatPercent } from "../../../../components/format.ts";

/** One thing for the owner to have done. */
export interface Thing {
  about: { kind: "leak"; leak: LeakUnitRow } | { kind: "meters"; property_id: number };
  title: string;
  /** Why, in figures of the report's days. */
  why: string;
  /** What it saves in thirty days at the rate of this period, or why that is not known. */
  saves: string;
}

/** What there is to choose from. */
export interface Findings {
  /** The first leaks to deal with that lost water in the report's period, highest daily cost first. */
  leaks: readonly LeakUnitRow[];
  /** The property with most meters without data now; null: there is no property. */
  silentMost: DeviceHealthProperty | null;
}

/** As many as a person remembers. */
export const MOST_THINGS = 3;
/** Number of days for which savings are shown. */
const MONTH_DAYS = 30;
/** From this share of a property's meters on, silence hides enough to be worth a visit before a third leak is. */
const MANY_SILENT = 0.05;

/**
 * The three things to do, from the measurements: the leaks to deal with that have the highest daily cost, and the property with
 * most meters without data. Meters replace a leak only if at least 5 % of the property's have no data, or a place is
 * free. Office work, such as setting prices, is not included. Empty: there is nothing to do.
 */
export function thingsToDo(findings: Findings): Thing[] {
  const { silentMost } = findings;
  const meters = silentMost === null || silentMost.silent_devices === 0 ? [] : [metersThing(silentMost)];
  const many = silentMost !== null && silentShare(silentMost) >= MANY_SILENT;
  const kept = many ? meters : [];
  const leaks = findings.leaks
    .filter(({ leak_expense_per_day }) => (leak_expense_per_day ?? 0) > 0)
    .slice(0, MOST_THINGS - kept.length)
    .map(leakThing);
  const hasRoom = !many && leaks.length < MOST_THINGS;
  return [...leaks, ...(many || hasRoom ? meters : [])];
}

function leakThing(leak: LeakUnitRow): Thing {
  const aDay = leak.leak_expense_per_day ?? 0;
  const place = formatPlace(leak);
  const lost = `${formatGallonsUnit(leak.gallons_leaked)}, ${cost(leak.leak_expense)}`;
  return {
    about: { kind: "leak", leak },
    title: {
      "toilet leak": t`Have the toilet leak repaired: ${place}`,
      "water heater": t`Have the water heater leak repaired: ${place}`,
      "other leak": t`Have the leak repaired: ${place}`,
      "hybrid leak": t`Have the leaks repaired: ${place}`,
    }[leak.leak_type],
    why: t`Lost ${lost} on ${plural(leak.leak_days, { one: "# day", other: "# days" })} of these: ${cost(aDay)} a day, and not over.`,
    saves: t`Saves ${cost(aDay * MONTH_DAYS)} in ${MONTH_DAYS} days`,
  };
}

const silentShare = ({ silent_devices, total_devices }: DeviceHealthProperty) => silent_devices / total_devices;

function metersThing(property: DeviceHealthProperty): Thing {
  const { property_id, property_name, silent_devices: silent, total_devices } = property;
  const share = formatPercent(100 * silentShare(property), 0);
  return {
    about: { kind: "meters", property_id },
    title:
      silent === 1
        ? t`Have the meter without data checked: ${property_name}`
        : t`Have the ${silent} meters without data checked: ${property_name}`,
    why: t`${silent} of ${plural(total_devices, { one: "# meter", other: "# meters" })} (${share}) sent no data in the last 24 hours: leaks behind them are not in any figure.`,
    saves: t`Not known until they report`,
  };
}
