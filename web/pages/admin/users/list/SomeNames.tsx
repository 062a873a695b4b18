import type { ReactNode } from "react";
import { InfoTip } from "../../../../components/InfoTip.tsx";
import { firstNames } from "../queries/user-text.ts";
import classes from "../users.module.css";

/** At most two names, and how many more there are, which a tooltip names. @param none stands where there is no name */
export function SomeNames({ rows, none }: { rows: readonly { name: string }[]; none: string }): ReactNode {
  const { shown, more } = firstNames(rows);
  if (shown === "") return <span className={classes.none}>{none}</span>;
  return (
    <span className={classes.names}>
      <span title={shown}>{shown}</span>
      {more.length > 0 && <InfoTip label={tooltipText(more)}>{`+${more.length}`}</InfoTip>}
    </span>
  );
}

/** Names that a tooltip has room for. */
const MOST_IN_TIP = 20;

function tooltipText(names: readonly string[]): string {
  const left = names.length - MOST_IN_TIP;
  return names.slice(0, MOST_IN_TIP).join(", ") + (left > 0 ? ` and ${left} more` : "");
}
