import { t } from "@lingui/core/macro";
import { IconChartPieOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { mayAccess } from "../../access.ts";
import { useMe } from "../../use-me.ts";
import { addDays, today } from "../search/calendar.ts";
import type { ReportSearch } from "../search/report-search-fields.ts";
import { describeCoverage, type Headline } from "../text.ts";
import classes from "./headline.module.css";

interface Props {
  overview: Pick<Headline, "meter_days_read" | "meter_days_expected" | "end_date" | "is_over">;
  search: ReportSearch;
  /** What is not in the sum; null: nothing is known to be left out. */
  apart: string | null;
}

/**
 * All that qualifies a report's figures in one paragraph: it comes late, and must not push what is below. The share of
 * days read opens the devices of the same places at the end of the same days.
 */
export function CoverageNote({ overview, search, apart }: Props): ReactNode {
  const me = useMe();
  const { sentence, enough } = describeCoverage(overview);
  const { organization_id, property_id, building_id } = search;
  const { end_date } = overview;
  // For periods up to yesterday or today the current status is shown: a technician can visit devices that are down now.
  const date = end_date < addDays(today(), -1) ? end_date : "now";
  return (
    <p className={classes.note}>
      <span className={enough ? undefined : classes.low}>
        {!enough && <IconChartPieOff size={14} aria-hidden="true" />}
        <Link
          className={classes.opens}
          to={mayAccess(me, "portfolio") ? "/portfolio-gateway-device-health" : "/gateway-device-health"}
          search={{ date, organization_id, property_id, building_id }}
          title={t`Show which devices report`}
        >
          {sentence}
        </Link>
      </span>
      {apart && ` ${apart}`}
    </p>
  );
}
