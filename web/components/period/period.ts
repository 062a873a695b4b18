/** The period of a report, as the URL and the server name it. */
export type PeriodName = "yesterday" | "last-7-days" | "last-30-days" | "custom-date-range";

export interface Period {
  period: PeriodName;
  /** First local day, yyyy-MM-dd; only with a custom range. */
  start_date?: string;
  /** Last local day, included, yyyy-MM-dd; only with a custom range. */
  end_date?: string;
}
