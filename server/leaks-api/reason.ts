import type { Reason } from "../../contract/leaks/leaks.ts";
import type { RuleEvidence } from "../leaks/state/leak.ts";
import { asGallons } from "../query/volume.ts";
import type { AttachedTo } from "../readings/meter-day.ts";
import { gallonsText, measureDescriptions } from "./measure-text.ts";

/** Why a rule matched, as text and numbers, for a meter at this kind of point. */
export function reasonOf(evidence: RuleEvidence, point: AttachedTo): Reason {
  const { own, measure, lowest } = evidence;
  const description = measureDescriptions[measure];
  const ownValue = own === null ? null : description.own(own, point);
  return {
    rule: evidence.rule,
    sentence: sentenceOf(evidence, point),
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
function sentenceOf(evidence: RuleEvidence, point: AttachedTo): string {
  const { own, value, threshold, measure, hoursMissing, suspected } = evidence;
  const description = measureDescriptions[measure];
  const amount = amountIn(description.unit, description.scale);
  const ownValue = own === null ? null : description.own(own, point);
  const history =
    own === null || ownValue === null
      ? ""
      : `; this meter's own ${description.ownLabel} in ${own.days} leak-free days was ${amount(ownValue)}`;
  // Once it is suspected, a burst may ease off a little.
  const begins = description.bound === "at least" && value < threshold ? " to begin with" : "";
  const requirement = `; it takes ${description.bound} ${amount(threshold)}${begins}.`;
  const isNew =
    own === null && evidence.rule === "new_meter" ? " The meter has too little history of its own yet." : "";
  const missing =
    hoursMissing === 0
      ? ""
      : ` ${hoursMissing === 1 ? "1 hour between them was" : `${hoursMissing} hours between them were`} not measured.`;
  const doubt = suspected ? " Too early to call it a leak: it is suspected." : "";
  return `${description.found(evidence, amount)}${history}${requirement}${isNew}${missing}${doubt}`;
}

/** Writes a stored number with its unit. */
function amountIn(unit: Reason["unit"], scale: number): (value: number) => string {
  if (unit === "gallons") return gallonsText;
  return (value) => {
    const number = value / scale;
    const text = number.toLocaleString("en-US", { maximumFractionDigits: 1 });
    return `${text} ${number === 1 ? unit.slice(0, -1) : unit}`;
  };
}
