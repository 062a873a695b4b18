import { Button } from "@mantine/core";
import { IconArrowsExchange } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import type { PropertyRow } from "../../../../contract/inventory/inventory.ts";
import { formatCount, formatNumber } from "../../../components/format.ts";
import classes from "./properties.module.css";
import type { PropertiesView } from "./view/use-properties.ts";

/** More than this a call does not move at once. */
const MOST = 1000;

/** What is ticked, here and on other pages, and what to do with it. @param rows those of this page */
export function SelectionBar({ view, rows }: { view: PropertiesView; rows: readonly PropertyRow[] }): ReactNode {
  const reason = useId();
  const { selection } = view;
  const count = selection.rows.length;
  const here = rows.filter((row) => selection.has(row)).length;
  const why =
    count === 0
      ? "Select properties first."
      : count > MOST
        ? `At most ${formatNumber(MOST)} properties are assigned at once.`
        : undefined;
  return (
    <div className={classes.selecting}>
      <label className={classes.all}>
        <input
          type="checkbox"
          ref={(box) => {
            if (box) box.indeterminate = here > 0 && here < rows.length;
          }}
          checked={rows.length > 0 && here === rows.length}
          disabled={rows.length === 0}
          onChange={() => selection.toggleAll(rows)}
        />
        Select this page
      </label>
      <Button
        variant={count === 0 ? "default" : "filled"}
        leftSection={<IconArrowsExchange size={16} stroke={1.75} aria-hidden="true" />}
        data-disabled={why !== undefined || undefined}
        aria-disabled={why !== undefined}
        aria-describedby={reason}
        title={why}
        onClick={(event) => (why === undefined ? view.open("assign") : event.preventDefault())}
      >
        Assign to an organization
      </Button>
      <span className={classes.selected} id={reason} role="status">
        {why !== undefined && count === 0 ? (
          why
        ) : (
          <>
            <b>{formatNumber(count)} selected</b>
            {count > here && `, ${formatCount(count - here, "not on this page", "not on this page")}`}
            {why !== undefined && `. ${why}`}
          </>
        )}
      </span>
      {count > 0 && (
        <Button variant="subtle" onClick={selection.clear}>
          Clear
        </Button>
      )}
    </div>
  );
}
