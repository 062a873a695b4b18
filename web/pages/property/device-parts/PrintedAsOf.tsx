import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { locale } from "../../../language/language.ts";
import classes from "./devices.module.css";
import { healthQueries } from "./gateway-queries.ts";
import type { GatewayView } from "./gateway-view.ts";

const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

/** For print, where "now" goes stale: the local date and time at which the devices were requested. Print only. */
export function PrintedAsOf({ view }: { view: GatewayView }): ReactNode {
  const { dataUpdatedAt } = useQuery(healthQueries(view.search, view.area).reporting);
  const isNow = view.search.date === undefined || view.search.date === "now";
  return (
    isNow &&
    dataUpdatedAt > 0 && (
      <p className={classes.printed}>
        <Trans>As of {moment.format(dataUpdatedAt)}</Trans>
      </p>
    )
  );
}
