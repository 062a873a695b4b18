import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatDateRange } from "../../components/format.ts";
import { InfoTip } from "../../components/InfoTip.tsx";
import { mayAccess } from "../access.ts";
import { useMe } from "../shell/use-me.ts";
import { defaultRateMessage } from "./default-rate.ts";
import classes from "./headline.module.css";
import type { ReportSearch } from "./report-search-fields.ts";
import type { Headline } from "./text.ts";

interface Props {
  overview: Pick<Headline, "start_date" | "end_date" | "units_without_price">;
  search: ReportSearch;
}

/**
 * The days of a report's figures and, where units have no price of their own or of their organization, a "Default rate"
 * mark; for people with access to Finance it links to the form that sets one. It stands in the panel's header so that
 * nothing below moves when it loads.
 */
export function HeadlineDays({ overview, search }: Props): ReactNode {
  const me = useMe();
  const message = defaultRateMessage(overview);
  const days = formatDateRange(overview.start_date, overview.end_date);
  if (message === null) return days;
  return (
    <>
      {days}
      <span className={classes.rate}>
        {mayAccess(me, "portfolio") ? (
          <Link to="/finance" search={{ ...search, tab: undefined, dialog: "custom-cost" }} title="Set a rate">
            Default rate
          </Link>
        ) : (
          <span>Default rate</span>
        )}
        <InfoTip label={message} />
      </span>
    </>
  );
}
