import type { ReactNode } from "react";
import classes from "./file.module.css";

interface Props {
  icon: ReactNode;
  name: string;
  /** Its size, or what was found in it. */
  facts: string;
  /** What stands beside it: a way to another one. */
  children?: ReactNode;
}

/** The file that was chosen. */
export function ChosenFile({ icon, name, facts, children }: Props): ReactNode {
  return (
    <div className={classes.file}>
      {icon}
      <div>
        <b>{name}</b>
        <span>{facts}</span>
      </div>
      {children}
    </div>
  );
}
