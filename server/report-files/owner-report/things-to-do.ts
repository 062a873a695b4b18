import type { I18n } from "@lingui/core";
import type { DeviceHealthProperty } from "../../../contract/inventory/devices.ts";
import type { LeakUnitRow } from "../../../contract/reporting/top-leaks.ts";
import type { Formats } from "../texts/formats.ts";
import { placeOf } from "../texts/place.ts";
import { MOST_THINGS, type OwnerAnswers } from "./answers.ts";

/** One thing for the owner to have done. */
export interface Thing {
  title: string;
  /** Why, in figures of the report's days. */
  why: string;
  /** What it saves in thirty days at the rate of this period, or why that is not known. */
  saves: string;
}

/** Number of days for which savings are printed. */
const MONTH_DAYS = 30;
/** From this share of a property's meters on, no data hides enough to be worth a visit before a third leak is. */
const MANY_SILENT = 0.05;

/**
 * The three things to do, as on the screen: the leaks to deal with that have the highest daily cost, and the property with most
 * meters without data. Meters replace a leak only if at least 5 % of the property's have no data, or a place is free.
 */
export function thingsToDo({ leaks, silentMost }: OwnerAnswers, i18n: I18n, formats: Formats): Thing[] {
  const meters = silentMost === null || silentMost.silent_devices === 0 ? [] : [metersThing(silentMost, i18n, formats)];
  const isMany = silentMost !== null && silentMost.silent_devices / silentMost.total_devices >= MANY_SILENT;
  const found = leaks
    .filter(({ leak_expense_per_day }) => (leak_expense_per_day ?? 0) > 0)
    .slice(0, MOST_THINGS - (isMany ? meters.length : 0))
    .map((leak) => leakThing(leak, i18n, formats));
  return [...found, ...meters].slice(0, MOST_THINGS);
}

function leakThing(leak: LeakUnitRow, i18n: I18n, { cost, volumeUnit }: Formats): Thing {
  const perDay = leak.leak_expense_per_day ?? 0;
  const place = placeOf(leak);
  return {
    title: {
      "toilet leak": i18n._("Have the toilet leak repaired: {place}", { place }),
      "water heater": i18n._("Have the water heater leak repaired: {place}", { place }),
      "other leak": i18n._("Have the leak repaired: {place}", { place }),
      "hybrid leak": i18n._("Have the leaks repaired: {place}", { place }),
    }[leak.leak_type],
    why: i18n._(
      "It lost {volume}, {cost}, on {days, plural, one {# day} other {# days}} of this period, {perDay} a day, and is not over.",
      {
        volume: volumeUnit(leak.gallons_leaked),
        cost: cost(leak.leak_expense),
        days: leak.leak_days,
        perDay: cost(perDay),
      },
    ),
    saves: i18n._("Saves {cost} in {days} days", { cost: cost(perDay * MONTH_DAYS), days: MONTH_DAYS }),
  };
}

function metersThing(property: DeviceHealthProperty, i18n: I18n, { count }: Formats): Thing {
  const { property_name: place, silent_devices: silent, total_devices: all } = property;
  return {
    title: i18n._(
      "{silent, plural, one {Have the meter without data checked: {place}} other {Have the # meters without data checked: {place}}}",
      { silent, place },
    ),
    why: i18n._(
      "{silent} of {all, plural, one {# meter} other {# meters}} sent no data in the last 24 hours: leaks behind them are not in any figure.",
      { silent: count(silent), all },
    ),
    saves: i18n._("Not known until they report"),
  };
}
