import { Button, TextInput } from "@mantine/core";
import { type ReactNode, type SubmitEvent, useId, useState } from "react";
import { type ColumnSource, columnName, withColumns } from "./file-rows.ts";
import type { InventoryAnswer } from "./inventory-answer.ts";
import classes from "./inventory-file.module.css";
import { pointKinds } from "./point-kinds.ts";
import type { InventoryFileState } from "./use-inventory-file.ts";

const SAME = "the same for all rows";

/** For columns whose heading was not recognised: which heading it is, or one value for all rows. */
export function NameColumns({ state, answer }: { state: InventoryFileState; answer: InventoryAnswer }): ReactNode {
  const id = useId();
  const unused = answer.columns.filter(({ column }) => column === null).map(({ heading }) => heading);
  const [sources, setSources] = useState<ReadonlyMap<string, ColumnSource>>(
    () => new Map(answer.missing_columns.map((column) => [column, { value: "" }])),
  );
  const set = (column: string, source: ColumnSource) => setSources(new Map([...sources, [column, source]]));
  const isComplete = [...sources.values()].every((source) => "heading" in source || source.value.trim() !== "");
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isComplete) state.look(withColumns(state.rows, sources));
  };
  return (
    <form className={classes.steps} onSubmit={submit}>
      <p className={classes.lead}>
        <b>
          {answer.missing_columns.length === 1 ? "One column was" : "Some columns were"} not recognised by the headings.
        </b>{" "}
        Say where {answer.missing_columns.length === 1 ? "it stands" : "they stand"} in your file.
      </p>
      {answer.missing_columns.map((column) => {
        const source = sources.get(column) ?? { value: "" };
        return (
          <div key={column} className={classes.naming}>
            <label htmlFor={`${id}-${column}`}>{columnName(column)}</label>
            <select
              id={`${id}-${column}`}
              className={classes.cell}
              value={"heading" in source ? source.heading : ""}
              onChange={({ currentTarget: { value } }) =>
                set(column, value === "" ? { value: "" } : { heading: value })
              }
            >
              <option value="">{SAME}</option>
              {unused.map((heading) => (
                <option key={heading} value={heading}>
                  Column “{heading}”
                </option>
              ))}
            </select>
            {"value" in source &&
              (column === "point" ? (
                <select
                  className={classes.cell}
                  aria-label={`${columnName(column)} of all rows`}
                  value={source.value}
                  onChange={(event) => set(column, { value: event.currentTarget.value })}
                >
                  <option value="">Choose</option>
                  {pointKinds.map(({ kind, name }) => (
                    <option key={kind} value={kind}>
                      {name}
                    </option>
                  ))}
                </select>
              ) : (
                <TextInput
                  aria-label={`${columnName(column)} of all rows`}
                  placeholder={column === "time_zone" ? "America/Chicago" : undefined}
                  value={source.value}
                  onChange={(event) => set(column, { value: event.currentTarget.value })}
                />
              ))}
          </div>
        );
      })}
      <div className={classes.foot}>
        <Button type="submit" disabled={!isComplete} loading={state.busy !== null}>
          Look at the rows
        </Button>
      </div>
    </form>
  );
}
