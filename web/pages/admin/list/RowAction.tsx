import type { ReactNode } from "react";
import classes from "./RowAction.module.css";

/** A button in a table's row that looks like the links of other tables. @param name for a screen reader: "Edit unit 101" */
export function RowAction({
  name,
  onClick,
  children,
}: {
  name: string;
  onClick: () => void;
  children: string;
}): ReactNode {
  return (
    <button type="button" className={classes.action} aria-label={name} onClick={onClick}>
      {children}
    </button>
  );
}
