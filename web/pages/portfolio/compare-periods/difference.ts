import { t } from "@lingui/core/macro";
import { comparisonText } from "../../../components/badges/comparison-text.ts";
import type { CompareFigure } from "./figures.ts";

/** From this share of meter-days read on, a period may be compared. */
const ENOUGH = 0.8;

/** One of the two periods. */
export interface Side {
  /** Null: not measured. */
  value: number | null;
  days: number;
  /** Share of its meter-days, or of a property's days, that were read, 0 to 1; null: there were none. */
  read: number | null;
  /** It includes a day that is not over. */
  open: boolean;
}

/** How the first period differs from the second, or why that is not known. */
export type Difference =
  | {
      kind: "said";
      /** First less second: in points for shares, else in the figure's unit; by the day where the lengths differ. */
      value: number;
      byDay: boolean;
      /** "+12.3%", "-1.5 pp"; null: the second is 0, so that there is no percent. */
      text: string | null;
    }
  | { kind: "unsaid"; why: string };

const unsaid = (why: string): Difference => ({ kind: "unsaid", why });

/** A change is only shown if both periods are over and at least 80 % of their meter-days were read. */
export function differenceOf(figure: Pick<CompareFigure, "id" | "kind">, now: Side, before: Side): Difference {
  if (now.open || before.open) return unsaid(t`Today is not over, so it is in no comparison.`);
  // The number of reporting devices is always measured: a low one is the result itself.
  const isRead = figure.id === "devices_reporting" || (wasRead(now) && wasRead(before));
  if (!isRead) return unsaid(t`${whichUnread(now, before)} under 80% of its meter days read, so no change is shown.`);
  if (now.value === null || before.value === null) return unsaid(t`In one of the periods nothing was measured.`);
  const isUneven = now.days !== before.days;
  if (isUneven && figure.kind === "count") {
    return unsaid(t`The periods differ in length: in more days more units leak. Choose as many days for both.`);
  }
  const byDay = isUneven && figure.kind === "sum";
  const [a, b] = byDay ? [now.value / now.days, before.value / before.days] : [now.value, before.value];
  const value = a - b;
  if (figure.kind === "share") return { kind: "said", value, byDay, text: comparisonText(value, "pp") };
  return { kind: "said", value, byDay, text: b === 0 ? null : comparisonText((100 * value) / b, "%") };
}

function wasRead({ read }: Side): boolean {
  return read !== null && read >= ENOUGH;
}

function whichUnread(now: Side, before: Side): string {
  if (!wasRead(now) && !wasRead(before)) return t`Each period has`;
  return wasRead(now) ? t`The second period has` : t`The first period has`;
}
