import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { type ReactNode, type SubmitEvent, useId, useState } from "react";
import { pointKinds } from "../property/meters/point-kinds.ts";
import { type ColumnSource, columnName, withColumns } from "./file-rows.ts";
import type { InventoryAnswer } from "./inventory-answer.ts";
import classes from "./inventory-file.module.css";
import type { InventoryFileState } from "./use-inventory-file.ts";

/** No heading: those begin with no blank. */
const SAME = t` same`;

/** For columns whose heading was not recognised: which heading it is, or one value for all rows. */
export function NameColumns({ state, answer }: { state: InventoryFileState; answer: InventoryAnswer }): ReactNode {
  const id = useId();
  const unused = answer.columns.filter(({ column }) => column === null).map(({ heading }) => heading);
  const [sources, setSources] = useState<ReadonlyMap<string, ColumnSource>>(new Map());
  const [showsErrors, setShowsErrors] = useState(false);
  const set = (column: string, source: ColumnSource | undefined) => {
    const others = [...sources].filter(([name]) => name !== column);
    setSources(new Map(source === undefined ? others : [...others, [column, source]]));
  };
  const open = answer.missing_columns.filter((column) => {
    const source = sources.get(column);
    return source === undefined || ("value" in source && source.value.trim() === "");
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (open.length === 0) return state.look(withColumns(state.rows, sources));
    setShowsErrors(true);
    document.getElementById(`${id}-${open[0]}`)?.focus();
  };
  const sample = (heading: string) => state.rows.map(({ cells }) => cells[heading]).find((cell) => cell);
  return (
    <form className={classes.steps} onSubmit={submit}>
      <p className={classes.lead}>
        <Trans>
          <b>
            {answer.missing_columns.length === 1 ? t`One column was` : t`Some columns were`} not recognized by the
            headings.
          </b>{" "}
          Say where {answer.missing_columns.length === 1 ? t`it stands` : t`they stand`} in your file.
        </Trans>
      </p>
      {answer.missing_columns.map((column) => {
        const source = sources.get(column);
        return (
          <div key={column} className={classes.naming}>
            <label htmlFor={`${id}-${column}`}>{columnName(column)}</label>
            <select
              id={`${id}-${column}`}
              className={classes.cell}
              aria-invalid={showsErrors && open.includes(column)}
              value={source === undefined ? "" : "heading" in source ? source.heading : SAME}
              onChange={({ currentTarget: { value } }) =>
                set(column, value === "" ? undefined : value === SAME ? { value: "" } : { heading: value })
              }
            >
              <option value="">{t`Choose`}</option>
              {unused.map((heading) => (
                <option
                  key={heading}
                  value={heading}
                >{`${t`Column “${heading}”`}${sample(heading) === undefined ? "" : ` (${sample(heading)})`}`}</option>
              ))}
              <option value={SAME}>{t`The same for all rows`}</option>
            </select>
            {source !== undefined &&
              "value" in source &&
              (column === "point" ? (
                <select
                  className={classes.cell}
                  aria-label={t`${columnName(column)} of all rows`}
                  value={source.value}
                  onChange={(event) => set(column, { value: event.currentTarget.value })}
                >
                  <option value="">{t`Choose`}</option>
                  {pointKinds.map(({ kind, name }) => (
                    <option key={kind} value={kind}>
                      {name}
                    </option>
                  ))}
                </select>
              ) : (
                <TextInput
                  aria-label={t`${columnName(column)} of all rows`}
                  placeholder={column === "time_zone" ? "America/Chicago" : undefined}
                  value={source.value}
                  onChange={(event) => set(column, { value: event.currentTarget.value })}
                />
              ))}
          </div>
        );
      })}
      <div className={classes.foot}>
        <p className={classes.open} role="alert">
          {showsErrors && open.length > 0 && t`Still to say: ${open.map(columnName).join(", ")}.`}
        </p>
        <Button type="submit" loading={state.busy !== null}>
          <Trans>Look at the rows</Trans>
        </Button>
      </div>
    </form>
  );
}
