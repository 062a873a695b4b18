import { t } from "@lingui/core/macro";
import { causeCodes } from "../../../../contract/leaks/case-choices.ts";
import { addDays } from "../../../app/report/search/calendar.ts";
import { choiceOf } from "../../../app/search-text.ts";
import { clockAtProperty, instantAtProperty } from "../../property/leak-detail/view/property-time.ts";

/** What is wrong with a time on the property's clock at which something about a leak was done; null: nothing. */
export function timeFault(value: string, leak: { started_at: string; time_zone: string }): string | null {
  const at = instantAtProperty(value, leak.time_zone);
  if (at === null) return t`Give a date and a time.`;
  if (Date.parse(at) > Date.now() + 60_000) return t`This time is in the future. Give when it happened.`;
  return at < new Date(leak.started_at).toISOString() ? t`The leak began later. Give a time after that.` : null;
}

/** What is wrong with minutes as typed, which may be left out; null: nothing. */
export function minutesFault(value: string): string | null {
  return /^(\d{1,5})?$/.test(value.trim()) ? null : t`Give whole minutes, such as 25.`;
}

/** What is wrong with a cost as typed, which may be left out; null: nothing. */
export function costFault(value: string): string | null {
  return /^(\d{1,7}([.,]\d{1,2})?)?$/.test(value.trim()) ? null : t`Give an amount such as 18.50.`;
}

/** Minutes or a cost as typed; undefined: left out. */
function numberIn(value: string): number | undefined {
  return value.trim() === "" ? undefined : Number(value.replace(",", "."));
}

/** What a person typed about a fix, as the calls take it. */
export function fixOf(typed: { cause_code: string; minutes: string; cost: string; work_order: string }) {
  return {
    cause_code: choiceOf(typed.cause_code, causeCodes),
    minutes: numberIn(typed.minutes),
    cost: numberIn(typed.cost),
    work_order: typed.work_order.trim(),
  };
}

/** @param until local day of the property from which it is back */
export function snoozeFault(until: string, { time_zone }: { time_zone: string }): string | null {
  const today = clockAtProperty(Date.now(), time_zone).slice(0, 10);
  const fits = /^\d{4}-\d{2}-\d{2}$/.test(until) && until > today && until <= addDays(today, 90);
  return fits ? null : t`Give a day after today and at most 90 days ahead.`;
}
