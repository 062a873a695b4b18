import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { MeterDayRow, MeterHourRow } from "../../../../contract/reporting/meter-volumes.ts";
import { Swatch } from "../../../components/badges/Swatch.tsx";
import { formatGallons, plainGallons } from "../../../components/format.ts";
import { InfoTip } from "../../../components/InfoTip.tsx";
import { leakDetailNames } from "../../../components/labels.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import {
  attachedToColumn,
  copyColumn,
  dateColumn,
  durationColumn,
  gallonsColumn,
  numberColumn,
  textColumn,
} from "../../../components/table/columns.tsx";
import { Gallons, gal } from "../../../language/measure.ts";
import { statusColour } from "./leak-status.ts";
import classes from "./meter-consumption.module.css";

/** Why a row may hold more than ran in it. */
const catchUp = t`Caused by delayed reporting rather than leak activity.`;

/** The status of a meter's day or hour: leak type with its colour, No Leak, Catch-Up with its reason, or No Data. */
function LeakStatusCell({ status }: { status: MeterDayRow["leak_details"] }): ReactNode {
  const colour = statusColour(status);
  const name = leakDetailNames[status];
  if (colour !== null) {
    return (
      <span className={classes.leak}>
        <Swatch color={colour} />
        {name}
      </span>
    );
  }
  if (status === "Catch-Up") return <InfoTip label={catchUp}>{name}</InfoTip>;
  return <span className={classes.quiet}>{name}</span>;
}

type MeterRow = Pick<MeterDayRow, keyof MeterDayRow & keyof MeterHourRow>;

/** Where the meter of a row is installed. */
export const placeColumns: readonly TableColumn<MeterRow>[] = [
  textColumn("property_name", t`Property`, { sortable: "property_name", card: "title" }),
  textColumn("building_name", t`Building`, { sortable: "building_name", width: 150, card: "title" }),
  textColumn("unit_name", t`Unit`, {
    sortable: "unit_name",
    width: 90,
    card: "title",
    hint: t`A dash: a meter of the whole building, or of irrigation`,
  }),
  attachedToColumn({
    sortable: "attached_to",
    width: 120,
    card: "under",
    hint: t`SPOE and DPOE measure the whole unit; toilet and water heater meters a part of it`,
  }),
  copyColumn("meter_serial_number", t`Device Serial Number`, {
    sortable: "meter_serial_number",
    width: 170,
    card: "under",
    pinned: true,
  }),
];

/** The day of a row. */
export const dayColumn: TableColumn<MeterRow> = dateColumn("date", t`Date`, {
  sortable: "date",
  width: 120,
  card: "title",
  pinned: true,
});

/** The water used in a row's time, and its status. */
export const figureColumns: readonly TableColumn<MeterRow>[] = [
  gallonsColumn("gallons_consumed", Gallons, {
    sortable: "gallons_consumed",
    width: 100,
    card: "main",
    hint: t`A dash: not measured`,
    decimals: 1,
  }),
  durationColumn("flow_time", t`Flow Time`, {
    sortable: "flow_time",
    width: 100,
    hint: t`Time with running water. A dash: the meter does not say`,
  }),
  numberColumn("events", t`Events`, {
    sortable: "events",
    width: 90,
    hint: t`Separate draws of water. A dash: the meter does not say`,
  }),
];

/** A type of leak, or why none is shown. */
export const detailsColumn: TableColumn<MeterRow> = {
  id: "leak_details",
  header: t`Leak Details`,
  sortable: "leak_details",
  width: 160,
  card: "main",
  cell: (row) => <LeakStatusCell status={row.leak_details} />,
  text: (row) => leakDetailNames[row.leak_details],
};

/** Gallons that leaked, under a name. */
export function leakedColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => number | null,
  hint?: string,
): TableColumn<Row> {
  return {
    id,
    header,
    unit: gal,
    align: "right",
    sortable: id,
    width: 120,
    hint,
    cell: (row) => formatGallons(value(row), 1),
    text: (row) => plainGallons(value(row)),
  };
}

/** The same columns, of which only those of these fields sort; all where `fields` is not given. */
export function sortingBy<Row>(columns: readonly TableColumn<Row>[], fields?: readonly string[]): TableColumn<Row>[] {
  return columns.map((column) =>
    fields === undefined || (column.sortable && fields.includes(column.sortable))
      ? column
      : { ...column, sortable: undefined },
  );
}
