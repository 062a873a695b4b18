import { t } from "@lingui/core/macro";
import type { PeriodName } from "./period.ts";

const previous: Readonly<Record<PeriodName, string | undefined>> = {
  today: undefined,
  yesterday: t`Previous Day (N-2)`,
  "last-7-days": t`Previous 7 days (days 8-14)`,
  "last-30-days": t`Previous 30 days (days 31-60)`,
  "custom-date-range": t`The same number of days before`,
};

/** The name of the period to compare with; undefined: none, for a day that is not over. */
export function previousPeriodName(period: PeriodName): string | undefined {
  return previous[period];
}
