import type { ReactNode } from "react";
import classes from "../account.module.css";

/** In place of the form of a link that cannot work: why, and what to do instead. */
export function DeadLink({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <div className={classes.card}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
