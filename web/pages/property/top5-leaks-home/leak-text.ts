import { plural, t } from "@lingui/core/macro";
import type { LeakRow } from "../../../../contract/reporting/reporting.ts";
import { formatMonthDay } from "../../../components/format.ts";

/**
 * The number of the report's days on which a leak recurred; 0 for one that runs now but had no flow in them. null: the
 * report is of that one day.
 */
export function leakDaysText(days: number, isOneDay: boolean): string | null {
  if (isOneDay && days === 1) return null;
  return days === 0 ? t`no flow in this period` : plural(days, { one: "# leak day", other: "# leak days" });
}

/** Since when a leak runs, or from when to when it ran: whether there is somebody to send at all. */
export function leakSpanText(leak: Pick<LeakRow, "leak_start_date" | "leak_end_date" | "is_unconfirmed">): string {
  const start = formatMonthDay(leak.leak_start_date);
  if (leak.is_unconfirmed) return t`since ${start}, but its meter is silent now`;
  if (leak.leak_end_date === null) return t`running since ${start}`;
  const end = formatMonthDay(leak.leak_end_date);
  // Fits one line of a phone: a second line would move what is below.
  return start === end ? t`ran on ${end}` : t`ran ${start} to ${end}`;
}
