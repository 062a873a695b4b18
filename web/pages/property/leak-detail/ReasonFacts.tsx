import type { ReactNode } from "react";
import type { Reason } from "../../../../contract/leaks.ts";
import { formatCount, formatNumber } from "../../../components/format.ts";
import { amountWords } from "./evidence.ts";
import classes from "./explanation.module.css";
import { timeAtProperty } from "./property-time.ts";
import { confidenceWords, ruleName, signOf } from "./rule-words.ts";

/** All numbers of a reason, each with its unit. */
export function ReasonFacts({ reason, zone }: { reason: Reason; zone: string }): ReactNode {
  const { unit, own_history: own, window_starts_at, window_ends_at } = reason;
  const facts: [string, string][] = [
    ["Sign", ruleName(signOf(reason))],
    ["Found", amountWords(reason.value, unit)],
    [reason.measure === "longest_rest" ? "It takes at most" : "It takes at least", amountWords(reason.threshold, unit)],
    ["Hours looked at", `${timeAtProperty(window_starts_at, zone)} to ${timeAtProperty(window_ends_at, zone)}`],
    ["Measured", formatCount(reason.hours_measured, "hour")],
    ["Missing", formatCount(reason.hours_missing, "hour")],
    ["Lowest hour", amountWords(reason.lowest_hour_gallons, "gallons")],
    ["Own history", ownWords(own, unit)],
    ["How sure", reason.suspected ? "suspected, too early to call it a leak" : confidenceWords[reason.confidence]],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function ownWords(own: Reason["own_history"], unit: Reason["unit"]): string {
  if (own === null) return "too few days without a leak";
  const days = `${formatNumber(own.days)} leak-free days`;
  return own.value === null ? days : `${amountWords(own.value, unit)} in ${days}`;
}
