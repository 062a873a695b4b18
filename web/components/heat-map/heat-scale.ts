import { t } from "@lingui/core/macro";
/** How figures become shades. */
export interface HeatScale {
  /** Where the next darker shade begins, four of them, ascending. */
  steps: readonly [number, number, number, number];
  /** What the colour means: leaks, or all water. */
  hue: "leak" | "water";
}

/** The shade of a figure: 0 for none at all, 1 to 5 from light to dark. Null, not measured, has none. */
export function heatLevel(value: number | null, { steps }: HeatScale): number | null {
  if (value === null) return null;
  return value <= 0 ? 0 : 1 + steps.filter((step) => value >= step).length;
}

/** What the shades stand for, from the lightest: "under 10", "10 to 50", "700 and more". */
export function heatRanges({ steps }: HeatScale, format: (step: number) => string): string[] {
  const [first = "", second = "", third = "", fourth = ""] = steps.map(format);
  return [
    t`under ${first}`,
    t`${first} to ${second}`,
    t`${second} to ${third}`,
    t`${third} to ${fourth}`,
    t`${fourth} and more`,
  ];
}
