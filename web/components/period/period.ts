import { formatDateRange } from "../format.ts";

/** The period of a report, as the URL and the server name it. */
export type PeriodName = "yesterday" | "last-7-days" | "last-30-days" | "custom-date-range";

export interface Period {
  period: PeriodName;
  /** First local day, yyyy-MM-dd; only with a custom range. */
  start_date?: string;
  /** Last local day, included, yyyy-MM-dd; only with a custom range. */
  end_date?: string;
}

/** The periods that need no dates, in the order of their tabs. */
export const namedPeriods = [
  { period: "yesterday", label: "Yesterday" },
  { period: "last-7-days", label: "Last 7 days" },
  { period: "last-30-days", label: "Last 30 days" },
] as const;

/** A period in words: "Last 7 days", "Mar 03 to Mar 09, 2024". */
export function periodLabel({ period, start_date, end_date }: Period): string {
  if (period === "custom-date-range" && start_date !== undefined && end_date !== undefined) {
    return formatDateRange(start_date, end_date);
  }
  return namedPeriods.find((named) => named.period === period)?.label ?? "Custom range";
}
