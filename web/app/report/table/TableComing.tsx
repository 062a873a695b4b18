import type { ReactNode } from "react";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import classes from "../report.module.css";

/** Holds the place of a table while its code is on the way. */
export function TableComing(): ReactNode {
  return (
    <div className={`${classes.frame} ${classes.coming}`} aria-busy="true">
      <Skeleton height="100%" />
    </div>
  );
}
