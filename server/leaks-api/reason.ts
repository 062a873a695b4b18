import type { Reason } from "../../contract/leaks/leaks.ts";
import { preciseVolume, type Reader } from "../language/reader.ts";
import { localeOf } from "../language/texts.ts";
import type { RuleEvidence } from "../leaks/state/leak.ts";
import { asGallons } from "../query/volume.ts";
import type { AttachedTo } from "../readings/meter-day.ts";
import { measureDescriptions } from "./measure-text.ts";

/** Why a rule matched, as text and numbers, for a meter at this kind of point. */
export function reasonOf(evidence: RuleEvidence, point: AttachedTo, reader: Reader): Reason {
  const { own, measure, lowest } = evidence;
  const description = measureDescriptions[measure];
  const ownValue = own === null ? null : description.own(own, point);
  return {
    rule: evidence.rule,
    sentence: sentenceOf(evidence, point, reader),
    confidence: evidence.confidence,
    suspected: evidence.suspected,
    measure,
    unit: description.unit,
    value: evidence.value / description.scale,
    threshold: evidence.threshold / description.scale,
    window_starts_at: new Date(evidence.windowStart).toISOString(),
    window_ends_at: new Date(evidence.windowEnd).toISOString(),
    hours_measured: evidence.hoursMeasured,
    hours_missing: evidence.hoursMissing,
    lowest_hour_gallons: asGallons(lowest),
    own_history:
      own === null ? null : { days: own.days, value: ownValue === null ? null : ownValue / description.scale },
  };
}

/**
 * The sentence: what was found, how it compares with the meter's own history, and what the rule requires. A suspected
 * leak is stated as such.
 */
function sentenceOf(evidence: RuleEvidence, point: AttachedTo, reader: Reader): string {
  const { i18n } = reader;
  const { own, value, threshold, measure, hoursMissing, suspected } = evidence;
  const description = measureDescriptions[measure];
  const amount = (stored: number) => amountText(stored, description, reader);
  const ownValue = own === null ? null : description.own(own, point);
  const isAtLeast = description.bound === "at least";
  const facts = [
    description.found(evidence, amount(value), reader),
    ...(own === null || ownValue === null ? [] : [description.ownText(amount(ownValue), own.days, reader)]),
    // Once it is suspected, a burst may ease off a little.
    isAtLeast && value < threshold
      ? i18n._("it takes at least {amount} to begin with", { amount: amount(threshold) })
      : isAtLeast
        ? i18n._("it takes at least {amount}", { amount: amount(threshold) })
        : i18n._("it takes at most {amount}", { amount: amount(threshold) }),
  ];
  const further = [
    own === null && evidence.rule === "new_meter" ? i18n._("The meter has too little history of its own yet.") : "",
    hoursMissing === 0
      ? ""
      : i18n._(
          "{hours, plural, one {1 hour between them was not measured.} other {# hours between them were not measured.}}",
          { hours: hoursMissing },
        ),
    suspected ? i18n._("Too early to call it a leak: it is suspected.") : "",
  ];
  return [`${facts.join("; ")}.`, ...further].filter((text) => text !== "").join(" ");
}

/** Writes a stored number with its unit. */
function amountText(stored: number, { unit, scale }: { unit: Reason["unit"]; scale: number }, reader: Reader): string {
  if (unit === "gallons") return preciseVolume(stored, reader);
  const { i18n } = reader;
  const count = stored / scale;
  const values = { count, number: count.toLocaleString(localeOf(i18n), { maximumFractionDigits: 1 }) };
  if (unit === "hours") return i18n._("{count, plural, one {{number} hour} other {{number} hours}}", values);
  if (unit === "minutes") return i18n._("{count, plural, one {{number} minute} other {{number} minutes}}", values);
  return i18n._("{count, plural, one {{number} point} other {{number} points}}", values);
}
