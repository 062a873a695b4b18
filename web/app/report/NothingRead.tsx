import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { Overview } from "../../../contract/reporting.ts";
import { formatDate, formatDateRange } from "../../components/format.ts";
import type { Period } from "../../components/period/period.ts";
import { rangeUpTo } from "./period-search.ts";

/** What would fill a report whose days hold nothing. */
export interface Filling {
  sentence: string;
  action?: ReactNode;
}

/**
 * Why a report is empty: null while its days hold readings (or that is not known yet); else when the last reading came,
 * with a button to the 30 days up to it.
 */
export function nothingRead(overview: Overview | undefined, setPeriod: (period: Period) => void): Filling | null {
  if (overview === undefined || overview.meter_days_read > 0) return null;
  const last = overview.last_reading_date;
  if (last === null) {
    return {
      sentence:
        overview.total_properties === 0
          ? "There is no property here yet. Import an inventory and readings (npm run dripline -- import FILE), and their water shows here."
          : "No reading has come in yet. It shows here as soon as a gateway sends one or a file is imported.",
    };
  }
  const range = rangeUpTo(last, 30);
  const days = formatDateRange(range.start_date ?? last, last);
  return {
    sentence: `Nothing was read in these days. The last reading came on ${formatDate(last)}.`,
    action: <Button onClick={() => setPeriod(range)}>{`Show ${days}`}</Button>,
  };
}
