import { t } from "@lingui/core/macro";
import { formatDateRange } from "../format.ts";

/** The period of a report, as the URL names it; "today" is the day so far. */
export type PeriodName = "today" | "yesterday" | "last-7-days" | "last-30-days" | "custom-date-range";

export interface Period {
  period: PeriodName;
  /** First local day, yyyy-MM-dd; only with a custom range. */
  start_date?: string;
  /** Last local day, included, yyyy-MM-dd; only with a custom range. */
  end_date?: string;
}

/** The periods that need no dates, in the order of their tabs. */
export const namedPeriods = [
  { period: "yesterday", label: t`Yesterday` },
  { period: "last-7-days", label: t`Last 7 days` },
  { period: "last-30-days", label: t`Last 30 days` },
] as const;

/** The text of a custom range: "Mar 03 to Mar 09, 2024". */
export function customRangeLabel({ start_date, end_date }: Period): string {
  return start_date && end_date ? formatDateRange(start_date, end_date) : t`Custom range`;
}

/** Whether it is a single day. */
export function isOneDay({ period, start_date, end_date }: Period): boolean {
  return period === "yesterday" || period === "today" || (end_date !== undefined && start_date === end_date);
}
