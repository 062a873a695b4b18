import { IconRepeat } from "@tabler/icons-react";
import type { MeterRow } from "../../../../../contract/inventory/places.ts";
import { NOT_MEASURED } from "../../../../components/format.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { copyColumn, textColumn } from "../../../../components/table/columns.tsx";
import { editColumn } from "../../list/edit-column.tsx";
import classes from "../property.module.css";
import type { InventoryView } from "../view/use-inventory.ts";
import { pointKindLabel, readingTypeLabel } from "./point-text.ts";

/** The columns of a property's meters. */
export function meterColumns(view: InventoryView): readonly TableColumn<MeterRow>[] {
  return [
    copyColumn("serial_number", "Serial Number", { card: "title", pinned: true }),
    {
      id: "building_name",
      header: "Building",
      card: "under",
      cell: (row) => row.place?.building_name ?? <span className={classes.none}>In no place</span>,
      text: (row) => row.place?.building_name ?? "",
    },
    {
      id: "unit_name",
      header: "Unit",
      card: "main",
      cell: (row) => row.place?.unit_name ?? NOT_MEASURED,
      text: (row) => row.place?.unit_name ?? "",
    },
    {
      id: "attached_to",
      header: "Attached To",
      card: "main",
      cell: (row) => (row.place === null ? NOT_MEASURED : pointKindLabel(row.place)),
      text: (row) => (row.place === null ? "" : pointKindLabel(row.place)),
    },
    textColumn("gateway_serial_number", "Gateway"),
    {
      id: "register_unit",
      header: "Sends",
      cell: (row) => readingTypeLabel(row.register_unit),
      text: (row) => readingTypeLabel(row.register_unit),
    },
    {
      id: "continuous_use_expected",
      header: "Continuous Use",
      hint: "Expected to use water all the time, as a recirculation pump does. Its usual lowest hour is then its zero, so that it does not look like a leak",
      cell: (row) =>
        row.continuous_use_expected ? (
          <span className={classes.mark}>
            <IconRepeat size={14} stroke={1.75} aria-hidden="true" /> Expected
          </span>
        ) : (
          NOT_MEASURED
        ),
      text: (row) => (row.continuous_use_expected ? "expected" : ""),
    },
    editColumn(
      (row) => `Edit meter ${row.serial_number}`,
      (row) => view.open("meter", row.id),
    ),
  ];
}
