import type { ReactNode } from "react";
import classes from "./file.module.css";

/** Why a file could not be taken; it holds no place while there is nothing to say. */
export function FileProblem({ children }: { children: ReactNode }): ReactNode {
  return (
    <p className={classes.problem} role="alert">
      {children}
    </p>
  );
}
