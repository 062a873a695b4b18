import { t } from "@lingui/core/macro";

/** The bands of water loss by leak percentage: where each begins, and its colour among the status tokens. */
export const waterLossBands = [
  { band: "Excellent", name: t`Excellent`, from: 0, color: "online" },
  { band: "On Track", name: t`On Track`, from: 5, color: "healthy" },
  { band: "Attention Needed", name: t`Attention Needed`, from: 10, color: "warning" },
  { band: "Urgent", name: t`Urgent`, from: 25, color: "critical" },
] as const;

/** Beyond it there is nothing to lose. */
const ALL = 100;

/**
 * The position of a leak percentage on the scale, in percent of its length: all bands have the same length, so that
 * the small percentages in which most properties differ are distinguishable.
 */
export function waterLossPlace(percentage: number): number {
  const share = 100 / waterLossBands.length;
  const within = Math.min(Math.max(percentage, 0), ALL);
  const index = waterLossBands.findLastIndex(({ from }) => from <= within);
  const from = waterLossBands[index]?.from ?? 0;
  const to = waterLossBands[index + 1]?.from ?? ALL;
  return share * (index + (within - from) / (to - from));
}
