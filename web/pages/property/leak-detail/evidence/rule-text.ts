import { ruleNames } from "../../../../../contract/labels/labels.ts";
import type { Reason } from "../../../../../contract/leaks/leaks.ts";

/**
 * The key of a reason among those of a leak, and in the URL. On a new meter one rule checks several measures, which
 * distinguish its reasons.
 */
export function signOf({ rule, measure }: Pick<Reason, "rule" | "measure">): string {
  return rule === "new_meter" ? `${rule}_${measure}` : rule;
}

/** The description of what each rule detects; the server names rules as `docs/rules.md` does. */
const descriptions: Readonly<Record<string, string>> = {
  continuous: "water ran almost without a pause for a whole day",
  floor: "even the quietest hour of a day used water, more than this meter's quietest hours before",
  "long run": "some water ran in every hour for two days, far longer than is usual on this meter",
  often: "far more water than usual was used, again and again",
  burst: "a great amount ran for hours on end",
  "toilet running": "the toilet ran for most of an hour in one or two draws",
  "no rest": "for three days the toilet never stood still for long",
  building: "the building used more at night than it usually does",
  "new meter": "the meter is new, and what it uses looks like a leak already",
  "new meter lowest hour": "the meter is new, and even the quietest hour of a day used water",
  "new meter hours with water": "the meter is new, and some water ran in every hour for two days",
  "new meter heavy points": "the meter is new, and a lot of water was used again and again",
  "new meter longest rest": "the meter is new, and for three days the toilet never stood still for long",
};

/** The label of a rule or a sign; one without a label keeps the server's name. */
export function ruleName(rule: string): string {
  const name = rule.replaceAll(/[_-]/g, " ");
  return ruleNames[name] ?? name;
}

/** The description of what a rule or a sign detected on a meter at such a point; default: the rule's name. */
export function ruleDescription(rule: string, attachedTo: string): string {
  const name = rule.replaceAll(/[_-]/g, " ");
  const fixture = attachedTo === "Toilet" || attachedTo === "Water Heater";
  if (fixture && (name === "long run" || name === "new meter hours with water"))
    return descriptions[name]?.replace("two days", "a day and a half") ?? name;
  return descriptions[name] ?? name;
}

/** How sure the finding is. */
export const confidenceLabels = { high: "very likely a leak", medium: "likely a leak", low: "perhaps a leak" } as const;
