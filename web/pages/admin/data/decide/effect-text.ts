import { plural, t } from "@lingui/core/macro";
import type { RepairEffect } from "../../../../../contract/readings/repair-effect.ts";
import { formatDollars, formatGallons, formatGallonsUnit } from "../../../../components/format.ts";

type Leaks = Pick<RepairEffect["meters"][number], "leaks_opened" | "leaks_gone" | "leaks_changed">;

/** What becomes of leaks: "1 leak opens, 2 leaks go"; "" where nothing does. */
export function leakChangesText({ leaks_opened, leaks_gone, leaks_changed }: Leaks): string {
  return leakCounts(leaks_opened.length, leaks_gone.length, leaks_changed.length);
}

/** The same of bare counts. */
export function leakCounts(opened: number, gone: number, changed: number): string {
  const counts = [
    [opened, "opens", "open"],
    [gone, "goes", "go"],
    [changed, "changes", "change"],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => t`${plural(count, { one: "# leak", other: "# leaks" })} ${count === 1 ? one : many}`)
    .join(", ");
}

/** A volume before and after: "1,204 gal → 980 gal"; what was not measured is a dash. Small volumes keep a decimal. */
export function volumeChangeText(before: number | null, after: number | null): string {
  const decimals = Math.max(before ?? 0, after ?? 0) < 100 ? 1 : 0;
  return before === after
    ? t`${formatGallonsUnit(after, decimals)}, unchanged`
    : `${formatGallons(before, decimals)} → ${formatGallonsUnit(after, decimals)}`;
}

/** The meters of an effect at which something shows: their days, or a leak. */
export function changedMeters({ meters }: RepairEffect) {
  return meters.filter((one) => one.days_changed > 0 || leakChangesText(one) !== "");
}

/** An effect in a sentence. @param isDone it happened; else it would */
export function effectMessage(effect: RepairEffect, isDone: boolean): string {
  const meters = changedMeters(effect);
  if (meters.length === 0) return isDone ? t`No figure changed.` : t`No figure changes.`;
  const sum = (of: (one: (typeof meters)[number]) => number) => meters.reduce((all, one) => all + of(one), 0);
  const days = sum(({ days_changed }) => days_changed);
  // Where nothing was measured at any of them, the sum is none either.
  const known = (of: (one: (typeof meters)[number]) => number | null) =>
    meters.some((one) => of(one) !== null) ? sum((one) => of(one) ?? 0) : null;
  const gallons = volumeChangeText(
    known(({ gallons_before }) => gallons_before),
    known(({ gallons_after }) => gallons_after),
  );
  const leak = [
    sum(({ leak_gallons_before }) => leak_gallons_before),
    sum(({ leak_gallons_after }) => leak_gallons_after),
  ] as const;
  const leaks = leakCounts(
    sum(({ leaks_opened }) => leaks_opened.length),
    sum(({ leaks_gone }) => leaks_gone.length),
    sum(({ leaks_changed }) => leaks_changed.length),
  );
  const verb = isDone ? t`changed` : meters.length === 1 && days === 1 ? t`changes` : t`change`;
  return [
    t`${plural(days, { one: "# day", other: "# days" })} of ${plural(meters.length, { one: "# meter", other: "# meters" })} ${verb}: ${gallons}`,
    ...(leak[0] === leak[1] ? [] : [t`leaked ${volumeChangeText(...leak)}`]),
    ...costChanges(effect.costs),
    ...(leaks === "" ? [t`no leak opens or closes`] : [leaks]),
  ]
    .join("; ")
    .concat(".");
}

/** What the water costs before and after, and what of it leaked; nothing where it costs the same. */
function costChanges(costs: RepairEffect["costs"]): string[] {
  if (costs === undefined) return [];
  const change = (before: number, after: number) => `${formatDollars(before, 2)} → ${formatDollars(after, 2)}`;
  const { cost_before, cost_after, leak_cost_before, leak_cost_after } = costs;
  return [
    ...(cost_before === cost_after ? [] : [t`cost ${change(cost_before, cost_after)}`]),
    ...(leak_cost_before === leak_cost_after ? [] : [t`cost of leaks ${change(leak_cost_before, leak_cost_after)}`]),
  ];
}
