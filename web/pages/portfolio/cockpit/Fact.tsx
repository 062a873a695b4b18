import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./fact.module.css";

interface Props {
  Icon: Icon;
  /** Left out: neither good nor bad. */
  tone?: "better" | "worse" | "same";
  /** It is on its way, and keeps the place of the most that may come. */
  coming?: boolean;
  /** What can only be answered by a click has no place on paper. */
  screenOnly?: boolean;
  children: ReactNode;
}

/** One fact about the period, a text after its icon. */
export function Fact({ Icon, tone, coming, screenOnly, children }: Props): ReactNode {
  return (
    <li className={classes.fact} data-tone={tone} data-coming={coming} data-screen-only={screenOnly}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <div>{children}</div>
    </li>
  );
}
