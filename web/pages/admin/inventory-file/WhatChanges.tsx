import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { formatNumber } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { textColumn } from "../../../components/table/columns.tsx";
import { DataTable } from "../../../components/table/DataTable.tsx";
import { registerChoices } from "../property/meters/register-rules.ts";
import { Counts } from "./Counts.tsx";
import { columnName, registerUnitOfAll, withRegisterUnit } from "./file-rows.ts";
import type { FileDifference, InventoryAnswer } from "./inventory-answer.ts";
import classes from "./inventory-file.module.css";
import type { InventoryFileState } from "./use-inventory-file.ts";

const kinds: Readonly<Record<FileDifference["kind"], string>> = {
  organization: t`Organization`,
  property: t`Property`,
  building: t`Building`,
  unit: t`Unit`,
  gateway: t`Gateway`,
  point: t`Point`,
  meter: t`Meter`,
};

const columns: readonly TableColumn<FileDifference>[] = [
  {
    id: "change",
    header: t`Change`,
    width: 100,
    cell: ({ change }) => (change === "new" ? t`New` : t`Changed`),
    text: ({ change }) => change,
    card: "under",
  },
  {
    id: "kind",
    header: t`What`,
    width: 120,
    cell: ({ kind }) => kinds[kind],
    text: ({ kind }) => kinds[kind],
    card: "under",
  },
  textColumn("name", t`Name`, { card: "title" }),
  {
    id: "details",
    header: t`Details`,
    cell: detailsText,
    text: detailsText,
    card: "under",
  },
];

/** "Register unit none to litre": what changed begins with the name of its column. */
function detailsText({ details }: FileDifference): string {
  return details.map((detail) => detail.replace(/^\w+/, columnName)).join(", ");
}

/** What taking the file would add and change, before it is taken. */
export function WhatChanges({ state, answer }: { state: InventoryFileState; answer: InventoryAnswer }): ReactNode {
  const { differences_count: count, counts } = answer;
  const before = state.propertyName === undefined ? "" : `${state.propertyName} / `;
  const differences = answer.differences.map((one) => ({
    ...one,
    name: one.name.startsWith(before) ? one.name.slice(before.length) : one.name,
  }));
  const added = counts.reduce((sum, one) => sum + one.new, 0);
  const changed = counts.reduce((sum, one) => sum + one.changed, 0);
  if (count === 0) {
    return (
      <div className={classes.steps}>
        <p className={classes.lead}>
          <Trans>
            <b>Nothing would change.</b> All of it is already in the inventory, exactly like this.
          </Trans>
        </p>
        <MetersSend state={state} />
      </div>
    );
  }
  return (
    <div className={classes.steps}>
      <p className={classes.lead}>
        <Trans>
          <b>
            {[
              ...(added > 0 ? [t`${formatNumber(added)} new`] : []),
              ...(changed > 0 ? [t`${formatNumber(changed)} changed`] : []),
            ].join(", ")}
            .
          </b>{" "}
          Nothing is changed yet. What the file does not name stays as it is; nothing is removed.
        </Trans>
      </p>
      <MetersSend state={state} />
      <Counts counts={counts} isOneProperty={state.isOneProperty} />
      <div className={classes.list}>
        <DataTable
          caption={t`What will be added and changed`}
          columns={columns}
          rows={differences}
          rowKey={(row) => `${row.kind} ${row.name}`}
          height={260}
        />
      </div>
      {count > differences.length && (
        <p className={classes.lead}>
          <Trans>
            The first {formatNumber(differences.length)} of {formatNumber(count)} differences are shown.
          </Trans>
        </p>
      )}
      <div className={classes.foot}>
        <Button onClick={state.take} loading={state.busy === "taking"} disabled={state.busy === "looking"}>
          {added === 0
            ? t`Change ${plural(changed, { one: "# thing", other: "# things" })}`
            : t`Add ${plural(added, { one: "# new thing", other: "# new things" })}${changed > 0 ? t`, change ${formatNumber(changed)}` : ""}`}
        </Button>
      </div>
    </div>
  );
}

// The volume of a pulse differs by meter: it is given in columns.
const choices = registerChoices.filter(({ value }) => value !== "pulse");

/**
 * Whether the meters send hourly gallons or register values. Files seldom contain it, and readings of the other kind
 * are rejected. Not shown if the file has it for each meter.
 */
function MetersSend({ state }: { state: InventoryFileState }): ReactNode {
  const id = useId();
  const unit = registerUnitOfAll(state.rows);
  if (!choices.some(({ value }) => value === unit)) return null;
  return (
    <div className={classes.naming}>
      <label htmlFor={id}>
        <Trans>The meters send</Trans>
      </label>
      <select
        id={id}
        className={classes.cell}
        aria-describedby={`${id}-help`}
        disabled={state.busy !== null}
        value={unit}
        onChange={({ currentTarget: { value } }) => state.look(withRegisterUnit(state.rows, value))}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <span id={`${id}-help`} className={classes.note}>
        <Trans>Fixed from a meter's first reading on. Where they differ: a column register_unit</Trans>
      </span>
    </div>
  );
}
