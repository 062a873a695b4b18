import type { ReactNode } from "react";
import classes from "./FixedChoice.module.css";

/** In place of a filter where there is only one thing to choose. @param name "Property" */
export function FixedChoice({ name, value }: { name: string; value: string }): ReactNode {
  return (
    <span className={classes.fixed}>
      {name} <b>{value}</b>
    </span>
  );
}
