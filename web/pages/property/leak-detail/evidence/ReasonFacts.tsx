import type { ReactNode } from "react";
import type { Reason } from "../../../../../contract/leaks/leaks.ts";
import { formatCount, formatNumber } from "../../../../components/format.ts";
import classes from "../explanation.module.css";
import { timeAtProperty } from "../view/property-time.ts";
import { amountText } from "./evidence.ts";
import { confidenceLabels, ruleName, signOf } from "./rule-text.ts";

/** All numbers of a reason, each with its unit. */
export function ReasonFacts({ reason, zone }: { reason: Reason; zone: string }): ReactNode {
  const { unit, own_history: own, window_starts_at, window_ends_at } = reason;
  const facts: [string, string][] = [
    ["Sign", ruleName(signOf(reason))],
    ["Found", amountText(reason.value, unit)],
    [reason.measure === "longest_rest" ? "It takes at most" : "It takes at least", amountText(reason.threshold, unit)],
    ["Hours looked at", `${timeAtProperty(window_starts_at, zone)} to ${timeAtProperty(window_ends_at, zone)}`],
    ["Measured", formatCount(reason.hours_measured, "hour")],
    ["Missing", formatCount(reason.hours_missing, "hour")],
    ["Lowest hour", amountText(reason.lowest_hour_gallons, "gallons")],
    ["Own history", ownHistoryText(own, unit)],
    ["How sure", reason.suspected ? "suspected, too early to call it a leak" : confidenceLabels[reason.confidence]],
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

function ownHistoryText(own: Reason["own_history"], unit: Reason["unit"]): string {
  if (own === null) return "too few days without a leak";
  const days = `${formatNumber(own.days)} leak-free days`;
  return own.value === null ? days : `${amountText(own.value, unit)} in ${days}`;
}
