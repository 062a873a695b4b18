import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import classes from "./CardOrder.module.css";
import { type OrderChoice, parseOrdering, toggleOrdering } from "./ordering.ts";

export interface CardOrderProps {
  /** The table's name, which distinguishes the sort controls of several tables. */
  caption: string;
  columns: readonly OrderChoice[];
  /** As the column headers have it: a leading minus for descending. */
  ordering?: string;
  onOrderingChange: (ordering: string) => void;
  /** Nothing is there to be sorted yet. */
  disabled: boolean;
  /** Sorting waits; what has the focus keeps it. */
  refreshing?: boolean;
}

/** Cards have no column headers: here they are put in order. Another column keeps the direction. */
export function CardOrder(props: CardOrderProps): ReactNode {
  const { caption, columns, ordering, disabled, refreshing = false } = props;
  const id = useId();
  const now = parseOrdering(ordering);
  const field = columns.find(({ sortable }) => sortable === now?.field)?.sortable;
  const Arrow = now?.descending ? IconArrowDown : IconArrowUp;
  const order = (next: string) => {
    if (!refreshing) props.onOrderingChange(next);
  };
  return (
    <fieldset className={classes.order} aria-label={t`Order of ${caption}`}>
      <label htmlFor={id}>
        <Trans>Order by</Trans>
      </label>
      <select
        id={id}
        className={classes.column}
        value={field ?? ""}
        disabled={disabled}
        aria-disabled={refreshing || undefined}
        onChange={({ currentTarget: { value } }) => order(now?.descending ? `-${value}` : value)}
      >
        {field === undefined && <option value="" disabled>{t`As listed`}</option>}
        {columns.map(({ sortable, header }) => (
          <option key={sortable} value={sortable}>
            {header}
          </option>
        ))}
      </select>
      <button
        type="button"
        className={classes.direction}
        aria-label={t`${now?.descending ? t`Descending` : t`Ascending`}, reverse the order`}
        disabled={disabled || field === undefined}
        aria-disabled={refreshing || undefined}
        onClick={() => field && order(toggleOrdering(field, ordering))}
      >
        <Arrow size={18} stroke={2} aria-hidden="true" />
      </button>
    </fieldset>
  );
}
