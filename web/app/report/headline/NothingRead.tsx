import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Me } from "../../../../contract/accounts/session.ts";
import type { Overview } from "../../../../contract/reporting/reporting.ts";
import { formatDate } from "../../../components/format.ts";
import type { Period } from "../../../components/period/period.ts";
import { mayAccess } from "../../access.ts";
import { today } from "../search/calendar.ts";
import { formatPeriod, lastDays } from "../search/period-search.ts";

/** What would fill a report whose days hold nothing. */
export interface Filling {
  sentence: string;
  action?: ReactNode;
}

type Params = Pick<Overview, "start_date" | "end_date" | "gallons_consumed" | "last_reading_date">;

/**
 * Whether the requested days have no reading: no gallons, and the last reading is outside of them. A day that is not
 * over yet has gallons before it counts as read.
 */
export function holdsNothing({ start_date, end_date, gallons_consumed, last_reading_date: last }: Params): boolean {
  return gallons_consumed === null && (last === null || last < start_date || last > end_date);
}

/** Shows when the last reading was received, with a button to the complete days up to it. */
export function lastReading(params: Params, last: string, setPeriod: (period: Period) => void): Filling {
  const range = lastDays(last, params, today());
  return {
    sentence: t`Nothing was read in this period. The last reading came on ${formatDate(last)}.`,
    action: <Button onClick={() => setPeriod(range)}>{t`Show ${formatPeriod(range)}`}</Button>,
  };
}

/**
 * Why a report is empty: null while its days hold readings (or that is not known yet). Who can set up a property is led to
 * where that is done.
 */
export function nothingRead(
  overview: Overview | undefined,
  me: Me,
  setPeriod: (period: Period) => void,
): Filling | null {
  if (overview === undefined || !holdsNothing(overview)) return null;
  const last = overview.last_reading_date;
  if (last !== null) return lastReading(overview, last, setPeriod);
  const maySetUp = mayAccess(me, "ion-admin");
  if (overview.total_properties > 0) {
    return {
      sentence: t`No reading has come in yet. It shows here as soon as a gateway sends one or a file is imported.`,
      action: maySetUp && toStart(t`See what is missing`),
    };
  }
  return maySetUp
    ? {
        sentence: t`There is no property here yet. From a list of meters to the first leak it takes about ten minutes.`,
        action: toStart(t`Get started`),
      }
    : { sentence: t`There is no property for you to see here. An administrator can give you access to one.` };
}

function toStart(label: string): ReactNode {
  return <Button renderRoot={(props) => <Link to="/admin/start" {...props} />}>{label}</Button>;
}
