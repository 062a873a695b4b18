import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import classes from "../report-dialogs/report-dialogs.module.css";
import { chartSearch } from "./chart-query.ts";

/** A note that the chart shows more days than the report, if the report is about a single day. */
export function OneDayNote({ view }: { view: ReportView }): ReactNode {
  if (chartSearch(view.search) === view.search) return null;
  return (
    <p className={classes.note}>
      <Trans>One day alone says little, so the chart shows the 30 days up to it.</Trans>
    </p>
  );
}
