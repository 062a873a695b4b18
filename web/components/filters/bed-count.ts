import { t } from "@lingui/core/macro";
/** Numbers of bedrooms, both included; 7 stands for seven and more. */
export interface BedCount {
  from: number;
  to: number;
}

/** Leaves nothing out. */
export const anyBedCount: BedCount = { from: 0, to: 7 };

/** Whether the filter leaves something out. */
export function isBedCountOn({ from, to }: BedCount): boolean {
  return from !== anyBedCount.from || to !== anyBedCount.to;
}

/** What is wrong with a choice; undefined: nothing. */
export function bedCountError({ from, to }: BedCount): string | undefined {
  return from > to ? t`"From" value cannot be greater than "To" value` : undefined;
}

/** The text of a choice: "2", "1 to 3", "4 and more". */
export function bedCountText({ from, to }: BedCount): string {
  if (to === anyBedCount.to) return t`${from} and more`;
  return from === to ? String(from) : t`${from} to ${to}`;
}
