import type { ReactNode } from "react";
import classes from "./file.module.css";

/** Why a file was not accepted; takes no space while empty. */
export function FileProblem({ children }: { children: ReactNode }): ReactNode {
  return (
    <p className={classes.problem} role="alert">
      {children}
    </p>
  );
}
