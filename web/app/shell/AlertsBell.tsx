import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { formatCount } from "../../components/format.ts";
import { read } from "../query.ts";
import classes from "./shell.module.css";

/** Delay in milliseconds before the number of alerts is requested: the first screen's figures take precedence. */
const AFTER_FIGURES = 2000;
/** What a mark in a corner has room for. */
const MOST_SHOWN = 99;

/** The way to the alerts, with the number of those whose cause is still there. */
export function AlertsBell(): ReactNode {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), AFTER_FIGURES);
    return () => clearTimeout(timer);
  }, []);
  const open = useQuery({
    ...read("GET /v1/alerts", { query: { state: "open", page: 1, page_size: 1 } }),
    enabled: isWanted,
  });
  // If loading fails no error is shown here: the alerts page shows it.
  const count = open.data?.count ?? 0;
  return (
    <Link
      to="/alerts"
      className={classes.bell}
      aria-label={count === 0 ? "Alerts" : `Alerts, ${formatCount(count, "open one")}`}
    >
      <IconBell size={18} stroke={1.75} aria-hidden="true" />
      {count > 0 && (
        <span className={classes.alertCount} aria-hidden="true">
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      )}
    </Link>
  );
}
