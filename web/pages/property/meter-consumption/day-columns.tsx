import { t } from "@lingui/core/macro";
import type { MeterDayRow } from "../../../../contract/reporting/meter-volumes.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { percentColumn } from "../../../components/table/columns.tsx";
import { Gallons } from "../../../language/measure.ts";
import { dayColumn, detailsColumn, figureColumns, leakedColumn, placeColumns } from "./meter-columns.tsx";

/** The columns of meters by the day. */
export const meterDayColumns: readonly TableColumn<MeterDayRow>[] = [
  ...placeColumns,
  dayColumn,
  ...figureColumns,
  detailsColumn,
  leakedColumn<MeterDayRow>("gallons_leaked", t`Leak ${Gallons}`, (row) => row.gallons_leaked),
  leakedColumn<MeterDayRow>(
    "toilet_leaks",
    t`Toilet Leaks`,
    (row) => row.toilet_leaks,
    t`What leaked at a toilet meter; 0 at any other`,
  ),
  leakedColumn<MeterDayRow>(
    "other_leaks",
    t`Other Leaks`,
    (row) => row.other_leaks,
    t`What leaked at any other meter, a water heater's among them`,
  ),
  percentColumn("leak_volume_percentage", t`Leak Volume`, {
    unit: "%",
    sortable: "leak_volume_percentage",
    width: 120,
    hint: t`How much of the day's water leaked`,
  }),
];

/** Those that are one tick away in the picker. */
export const hiddenDayColumns = ["gallons_leaked", "toilet_leaks", "other_leaks", "leak_volume_percentage"] as const;
