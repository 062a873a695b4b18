import type { Confidence, Measure, OwnHistory, RuleEvidence, RuleName } from "../state/leak.ts";
import type { Window } from "../state/window.ts";

/** The evidence of a rule that is sure; volumes in thousandths of a gallon, `own` null without a history. */
export function evidenceOf(
  rule: RuleName,
  confidence: Confidence,
  window: Window,
  measure: Measure,
  value: number,
  threshold: number,
  own: OwnHistory | null,
): RuleEvidence {
  return {
    rule,
    confidence,
    suspected: false,
    windowStart: window.startsAt,
    windowEnd: window.endsAt,
    hoursMeasured: window.measured,
    hoursMissing: window.missing,
    lowest: window.lowest,
    measure,
    value,
    threshold,
    own,
  };
}
