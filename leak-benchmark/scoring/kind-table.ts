import { type Measure, short } from "../figures/measure.ts";
import { aligned } from "../figures/table.ts";
import { type KindMeasures, limitText } from "./kind-measures.ts";

const HEAD = [
  "leaks",
  "number (read)",
  "in time means",
  "found in time",
  "where read",
  "of all drawn",
  "by the clock",
  "(suspected)",
  "ever",
  "hours (clock)",
  "rows",
  "life",
  "lost water in 24/48/72 h",
  "volume off",
  "on a leak",
];

/** A line for each kind of leak. Shares in percent, with their 95 % intervals where they decide. */
export function kindTable(kinds: readonly KindMeasures[]): string {
  const rows = kinds.map((one) => [
    one.goal.kind,
    `${one.inTime.estimate?.cases ?? 0} (${one.inTimeRead.estimate?.cases ?? 0})`,
    limitText(one.goal.within),
    withInterval(one.inTime),
    withInterval(one.inTimeRead),
    `${value(one.inTimeDrawn)} of ${one.inTimeDrawn.estimate?.cases ?? 0}`,
    value(one.inTimeByClock),
    `${one.goal.suspicionCounts ? "without" : "with"} ${value(one.inTimeOtherwise)}`,
    withInterval(one.ever),
    `${value(one.hours)} (${value(one.clockHours)})`,
    value(one.rows),
    value(one.covered),
    one.lost.map(value).join(" / "),
    value(one.volume),
    one.onLeak.estimate ? `${value(one.onLeak)} of ${one.onLeak.estimate.cases}` : "-",
  ]);
  return aligned([HEAD, ...rows]);
}

function value({ estimate, unit }: Measure): string {
  return estimate ? short(estimate.value * (unit === "%" ? 100 : 1)) : "-";
}

function withInterval(one: Measure): string {
  const { estimate } = one;
  if (estimate === null) return "-";
  return `${value(one)} [${short(estimate.low * 100)}, ${short(estimate.high * 100)}]`;
}
