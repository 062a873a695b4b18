import { type ReactNode, useId } from "react";
import classes from "../report.module.css";

interface Props {
  title: string;
  subtitle: ReactNode;
  /** Gets the heading for the bar of its table, so that title and table's buttons share one line. */
  children: (heading: ReactNode) => ReactNode;
}

/** The box around a table with its heading. */
export function TableFrame({ title, subtitle, children }: Props): ReactNode {
  const id = useId();
  return (
    <section className={classes.frame} aria-labelledby={id}>
      {children(
        <div className={classes.heading}>
          <h2 id={id}>{title}</h2>
          <span>{subtitle}</span>
        </div>,
      )}
    </section>
  );
}
