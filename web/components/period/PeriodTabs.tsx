import type { ReactNode } from "react";
import type { Period } from "./period.ts";

export interface PeriodTabsProps {
  value: Period;
  /** A named period clears the custom range; the caller goes back to page 0. */
  onChange: (period: Period) => void;
  /** The last day that can be chosen, yyyy-MM-dd: today at the property. */
  today: string;
  disabled?: boolean;
}

/** Yesterday, Last 7 days, Last 30 days, and a range of one's own. */
export function PeriodTabs(_props: PeriodTabsProps): ReactNode {
  return null;
}
