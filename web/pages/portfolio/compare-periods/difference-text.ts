import { t } from "@lingui/core/macro";
import type { Difference } from "./difference.ts";
import type { CompareFigure } from "./figures.ts";

/** A difference in the figure's own unit, without its sign: "$609", "1,204 gal a day". Shares are in points. */
export function differenceAmount(figure: CompareFigure, difference: Extract<Difference, { kind: "said" }>): string {
  if (figure.kind === "share") return difference.text?.replace(/^[+-]/, "") ?? "";
  return `${figure.format(Math.abs(difference.value))}${difference.byDay ? t` a day` : ""}`;
}

/** What became of a figure from period B to period A, in one sentence. */
export function differenceMessage(figure: CompareFigure, difference: Difference): string {
  if (difference.kind === "unsaid") return difference.why;
  const { value, text } = difference;
  if (value === 0) return t`${figure.name}: the same in both periods.`;
  const percent = figure.kind === "share" || text === null ? "" : ` (${text})`;
  return t`${figure.name}: ${differenceAmount(figure, difference)} ${value > 0 ? t`more` : t`less`} in period A than in period B${percent}.`;
}
