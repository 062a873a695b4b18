import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { mayAccess } from "../../../app/access.ts";
import { viewOver } from "../../../app/report/search/saved-view.ts";
import { useMe } from "../../../app/use-me.ts";
import type { Period } from "../../../components/period/period.ts";
import classes from "./property.module.css";

/** Back to the list of properties, with its filters as they were kept and the days of this page; for who may see it. */
export function AllProperties({ period }: { period: Period }): ReactNode {
  if (!mayAccess(useMe(), "portfolio")) return null;
  return (
    <Link to="/properties" search={viewOver("properties", period)} className={classes.back}>
      <IconArrowLeft size={14} aria-hidden="true" />
      All properties
    </Link>
  );
}
