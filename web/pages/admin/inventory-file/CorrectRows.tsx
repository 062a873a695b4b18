import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { type ReactNode, type SubmitEvent, useId, useState } from "react";
import { Pager } from "../../../components/pager/Pager.tsx";
import { pointKinds } from "../property/meters/point-kinds.ts";
import { InvalidRow } from "./CorrectRow.tsx";
import {
  columnName,
  correctedRows,
  repeatedPoints,
  shownColumns,
  type WrongRow,
  withPoint,
  wrongRows,
} from "./file-rows.ts";
import type { InventoryAnswer } from "./inventory-answer.ts";
import classes from "./inventory-file.module.css";
import type { InventoryFileState } from "./use-inventory-file.ts";

const PAGE = 25;

/** The invalid rows, to be corrected in their cells or left out, and checked again. */
export function InvalidRows({ state, answer }: { state: InventoryFileState; answer: InventoryAnswer }): ReactNode {
  const { rows, mending, setMending, busy } = state;
  const [chosen, setPage] = useState(0);
  const wrong = wrongRows(rows, answer.rejected);
  // Corrected rows leave the list, which may remove its last page.
  const page = Math.min(chosen, Math.max(0, Math.ceil(wrong.length / PAGE) - 1));
  const columns = shownColumns(answer.columns, answer.rejected, state.isOneProperty);
  const good = rows.length - wrong.length;
  const left = correctedRows(rows, mending);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (left.length > 0) state.look(left);
  };
  const change = (row: number, column: string, text: string) => {
    const cells = new Map(mending.cells);
    cells.set(row, { ...cells.get(row), [column]: text });
    setMending({ ...mending, cells });
  };
  const leaveOut = (row: number, isOut: boolean) => {
    const leftOut = new Set(mending.leftOut);
    if (isOut) leftOut.add(row);
    else leftOut.delete(row);
    setMending({ ...mending, leftOut });
  };
  return (
    <form className={classes.steps} onSubmit={submit}>
      <p className={classes.lead}>
        <Trans>
          <b>
            {plural(wrong.length, {
              one: "# row cannot be taken as it is.",
              other: "# rows cannot be taken as they are.",
            })}
          </b>{" "}
          {wrong.length === 1 ? t`Correct it here, or leave it out` : t`Correct them here, or leave them out`}
          {good > 0 && t`; the other ${plural(good, { one: "# row is", other: "# rows are" })} fine`}. Nothing is
          changed until all are.
        </Trans>
      </p>
      <UnknownPointNames state={state} wrong={wrong} />
      <div className={classes.scroll}>
        <table className={classes.corrections}>
          <caption className={classes.hidden}>
            <Trans>Rows to correct</Trans>
          </caption>
          <thead className={classes.correctionHead}>
            <tr>
              <th scope="col">
                <Trans>Row</Trans>
              </th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {columnName(column)}
                </th>
              ))}
              <th scope="col">
                <span className={classes.hidden}>
                  <Trans>Leave out</Trans>
                </span>
              </th>
            </tr>
          </thead>
          {wrong.slice(page * PAGE, (page + 1) * PAGE).map((row) => (
            <InvalidRow
              key={row.row}
              row={row}
              columns={columns}
              typed={mending.cells.get(row.row)}
              isOut={mending.leftOut.has(row.row)}
              onChange={change}
              onLeaveOut={leaveOut}
            />
          ))}
        </table>
      </div>
      {wrong.length > PAGE && (
        <Pager caption={t`Rows to correct`} page={page} pageSize={PAGE} count={wrong.length} onPageChange={setPage} />
      )}
      <div className={classes.foot}>
        {wrong.length > 1 && (
          <Button
            variant="default"
            disabled={busy !== null || good === 0}
            onClick={() => setMending({ ...mending, leftOut: new Set(wrong.map(({ row }) => row)) })}
          >
            <Trans>Leave all {wrong.length} out</Trans>
          </Button>
        )}
        <Button type="submit" loading={busy !== null} disabled={left.length === 0}>
          <Trans>Check again</Trans>
        </Button>
      </div>
    </form>
  );
}

/** The file's unknown names of points, each corrected once for all rows that have it. */
function UnknownPointNames({ state, wrong }: { state: InventoryFileState; wrong: readonly WrongRow[] }): ReactNode {
  const id = useId();
  const { mending, setMending, busy } = state;
  return repeatedPoints(wrong).map(({ pointName, rows }, place) => {
    const chosen = new Set(rows.map((row) => mending.cells.get(row)?.point ?? ""));
    const [only = ""] = chosen.size === 1 ? chosen : [];
    return (
      <div key={pointName} className={classes.naming}>
        <label htmlFor={`${id}-${place}`}>
          <Trans>
            “{pointName}” in {plural(rows.length, { one: "# row", other: "# rows" })}
          </Trans>
        </label>
        <select
          id={`${id}-${place}`}
          className={classes.cell}
          disabled={busy !== null}
          value={only}
          onChange={({ currentTarget: { value } }) => setMending(withPoint(mending, rows, value))}
        >
          <option value="" disabled>{t`Choose the point`}</option>
          {pointKinds.map(({ kind, name }) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </select>
      </div>
    );
  });
}
