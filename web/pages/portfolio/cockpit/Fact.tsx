import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./fact.module.css";

interface Props {
  Icon: Icon;
  /** Left out: neither good nor bad. */
  tone?: "better" | "worse" | "same";
  children: ReactNode;
}

/** One thing to know about the days, in words after its icon. */
export function Fact({ Icon, tone, children }: Props): ReactNode {
  return (
    <li className={classes.fact} data-tone={tone}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <div>{children}</div>
    </li>
  );
}
