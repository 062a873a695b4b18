import { t } from "@lingui/core/macro";
import type { Reason } from "../../../../../contract/leaks/leaks.ts";
import { ruleNames } from "../../../../components/labels.ts";

/**
 * The key of a reason among those of a leak, and in the URL. On a new meter one rule checks several measures, which
 * distinguish its reasons.
 */
export function signOf({ rule, measure }: Pick<Reason, "rule" | "measure">): string {
  return rule === "new_meter" ? `${rule}_${measure}` : rule;
}

/** The description of what each rule detects; the server names rules as `docs/rules.md` does. */
const descriptions: Readonly<Record<string, string>> = {
  continuous: t`water ran almost without a pause for a whole day`,
  floor: t`even the quietest hour of a day used water, more than this meter's quietest hours before`,
  "long run": t`some water ran in every hour for two days, far longer than is usual on this meter`,
  often: t`far more water than usual was used, again and again`,
  burst: t`a large volume ran for hours`,
  "toilet running": t`the toilet ran for most of an hour in one or two draws`,
  "no rest": t`for three days the toilet never stood still for long`,
  building: t`the building used more at night than it usually does`,
  "new meter": t`the meter is new, and what it uses looks like a leak already`,
  "new meter lowest hour": t`the meter is new, and even the quietest hour of a day used water`,
  "new meter hours with water": t`the meter is new, and some water ran in every hour for two days`,
  "new meter heavy points": t`the meter is new, and a lot of water was used again and again`,
  "new meter longest rest": t`the meter is new, and for three days the toilet never stood still for long`,
  "new meter burst hour": t`the meter is new, and a large volume ran for hours`,
};

/** Those that differ at a toilet or a water heater, where fewer hours are enough. */
const fixtureDescriptions: Readonly<Record<string, string>> = {
  "long run": t`some water ran in every hour for a day and a half, far longer than is usual on this meter`,
  "new meter hours with water": t`the meter is new, and some water ran in every hour for a day and a half`,
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
  return (fixture ? fixtureDescriptions[name] : undefined) ?? descriptions[name] ?? name;
}

/** How sure the finding is. */
export const confidenceLabels = {
  high: t`very likely a leak`,
  medium: t`likely a leak`,
  low: t`perhaps a leak`,
} as const;
