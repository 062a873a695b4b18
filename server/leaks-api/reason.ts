import type { Reason } from "../../contract/leaks.ts";
import type { RuleEvidence } from "../leaks/leak.ts";
import { asGallons } from "../query/volume.ts";
import type { AttachedTo } from "../readings/meter-day.ts";
import { gallonsText, measureWords } from "./measure-words.ts";

/** Why a rule matched, as text and numbers, for a meter at this kind of point. */
export function reasonOf(evidence: RuleEvidence, point: AttachedTo): Reason {
  const { own, measure, lowest } = evidence;
  const words = measureWords[measure];
  const ownValue = own === null ? null : words.own(own, point);
  return {
    rule: evidence.rule,
    sentence: sentenceOf(evidence, point),
    confidence: evidence.confidence,
    suspected: evidence.suspected,
    measure,
    unit: words.unit,
    value: evidence.value / words.scale,
    threshold: evidence.threshold / words.scale,
    window_starts_at: new Date(evidence.windowStart).toISOString(),
    window_ends_at: new Date(evidence.windowEnd).toISOString(),
    hours_measured: evidence.hoursMeasured,
    hours_missing: evidence.hoursMissing,
    lowest_hour_gallons: asGallons(lowest),
    own_history: own === null ? null : { days: own.days, value: ownValue === null ? null : ownValue / words.scale },
  };
}

/**
 * The sentence: what was found, how it compares with the meter's own history, and what the rule requires. A suspected
 * leak is stated as such.
 */
function sentenceOf(evidence: RuleEvidence, point: AttachedTo): string {
  const { own, value, threshold, measure, hoursMissing, suspected } = evidence;
  const words = measureWords[measure];
  const amount = amountIn(words.unit, words.scale);
  const ownValue = own === null ? null : words.own(own, point);
  const history =
    own === null || ownValue === null
      ? ""
      : `; this meter's own ${words.ownWords} in ${own.days} leak-free days was ${amount(ownValue)}`;
  // Once it is suspected, a burst may ease off a little.
  const begins = words.asks === "at least" && value < threshold ? " to begin with" : "";
  const asks = `; it takes ${words.asks} ${amount(threshold)}${begins}.`;
  const isNew =
    own === null && evidence.rule === "new_meter" ? " The meter has too little history of its own yet." : "";
  const missing =
    hoursMissing === 0
      ? ""
      : ` ${hoursMissing === 1 ? "1 hour between them was" : `${hoursMissing} hours between them were`} not measured.`;
  const doubt = suspected ? " Too early to call it a leak: it is suspected." : "";
  return `${words.found(evidence, amount)}${history}${asks}${isNew}${missing}${doubt}`;
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
