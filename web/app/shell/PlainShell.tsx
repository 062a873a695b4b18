import type { ReactNode } from "react";
import { Logo } from "./Logo.tsx";
import classes from "./shell.module.css";

/** The header while nobody is known: only the logo. */
export function PlainShell({ children }: { children?: ReactNode }): ReactNode {
  return (
    <>
      <header className={classes.header}>
        <Logo />
      </header>
      <main className={classes.main} aria-busy={children === undefined}>
        {children}
      </main>
    </>
  );
}
