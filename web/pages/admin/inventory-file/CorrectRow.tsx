import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { memo, type ReactNode, useId } from "react";
import { pointKinds } from "../property/meters/point-kinds.ts";
import { columnName, type WrongRow } from "./file-rows.ts";
import classes from "./inventory-file.module.css";

interface Props {
  row: WrongRow;
  columns: readonly string[];
  /** What was typed over its cells. */
  typed: Readonly<Record<string, string>> | undefined;
  isOut: boolean;
  onChange: (row: number, column: string, text: string) => void;
  onLeaveOut: (row: number, isOut: boolean) => void;
}

/** A row with its cells as fields, and below them what is wrong. */
export const InvalidRow = memo(function InvalidRow({
  row,
  columns,
  typed,
  isOut,
  onChange,
  onLeaveOut,
}: Props): ReactNode {
  const id = useId();
  const first = columns.find((column) => row.reasons.has(column));
  return (
    <tbody data-out={isOut || undefined}>
      <tr>
        <th scope="row">{row.row}</th>
        {columns.map((column) => {
          const reason = row.reasons.get(column);
          const value = typed?.[column] ?? row.cells[column] ?? "";
          const field = {
            className: classes.cell,
            "aria-label": t`${columnName(column)} of row ${row.row}`,
            "aria-invalid": reason !== undefined && typed?.[column] === undefined,
            "aria-describedby": reason === undefined ? undefined : `${id}-${column}`,
            disabled: isOut,
            value,
          };
          return (
            <td key={column} data-name={columnName(column)}>
              {column === "point" ? (
                <select {...field} onChange={(event) => onChange(row.row, column, event.currentTarget.value)}>
                  {!pointKinds.some(({ kind }) => kind === value) && <option value={value}>{value || "–"}</option>}
                  {pointKinds.map(({ kind }) => (
                    <option key={kind} value={kind}>
                      {kind}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  {...field}
                  size={Math.min(24, Math.max(6, value.length))}
                  onChange={(event) => onChange(row.row, column, event.currentTarget.value)}
                />
              )}
            </td>
          );
        })}
        <td>
          <Button
            variant="subtle"
            aria-label={isOut ? t`Keep row ${row.row}` : t`Leave row ${row.row} out`}
            onClick={() => onLeaveOut(row.row, !isOut)}
          >
            {isOut ? t`Keep` : t`Leave out`}
          </Button>
        </td>
      </tr>
      <tr className={classes.reasons}>
        <td />
        <td colSpan={columns.length + 1}>
          {isOut ? (
            t`Left out`
          ) : (
            <>
              {[...row.reasons].map(([column, reason]) => (
                <p key={column} id={`${id}-${column}`}>
                  {reason}
                </p>
              ))}
              {first === undefined && row.raw !== "" && <code>{row.raw}</code>}
            </>
          )}
        </td>
      </tr>
    </tbody>
  );
});
