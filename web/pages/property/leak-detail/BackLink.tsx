import { Trans } from "@lingui/react/macro";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { LeakList } from "../../../app/report/leak-target.ts";
import { savedView, viewOver } from "../../../app/report/search/saved-view.ts";
import type { Period } from "../../../components/period/period.ts";
import classes from "./leak-detail.module.css";

interface Props {
  from: LeakList;
  propertyId: number | undefined;
  /** The days of the page; without them the list shows its own. */
  period?: Period;
}

/** Back to the list, with its filters as they were kept and the days of this page. */
export function BackLink({ from, propertyId, period }: Props): ReactNode {
  const icon = <IconArrowLeft size={14} aria-hidden />;
  if (from === "history")
    return (
      <Link
        className={classes.back}
        to="/history"
        search={period === undefined ? savedView("history") : viewOver("history", period)}
      >
        <Trans>{icon}History</Trans>
      </Link>
    );
  if (from === "top5")
    return (
      <Link
        className={classes.back}
        to="/top5-leaks-details"
        search={period === undefined ? savedView("top5") : viewOver("top5", period)}
      >
        <Trans>{icon}Top 5 Leaks Details</Trans>
      </Link>
    );
  if (propertyId === undefined)
    return (
      <Link className={classes.back} to="/">
        <Trans>{icon}Start</Trans>
      </Link>
    );
  return (
    <Link
      className={classes.back}
      to="/properties/$property_id"
      params={{ property_id: String(propertyId) }}
      search={{ ...period }}
    >
      <Trans>
        {icon}
        All leaks of this property
      </Trans>
    </Link>
  );
}
