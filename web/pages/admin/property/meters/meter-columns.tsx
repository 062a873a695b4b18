import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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
    copyColumn("serial_number", t`Serial Number`, { card: "title", pinned: true }),
    {
      id: "building_name",
      header: t`Building`,
      card: "under",
      cell: (row) =>
        row.place?.building_name ?? (
          <span className={classes.none}>
            <Trans>In no place</Trans>
          </span>
        ),
      text: (row) => row.place?.building_name ?? "",
    },
    {
      id: "unit_name",
      header: t`Unit`,
      card: "main",
      cell: (row) => row.place?.unit_name ?? NOT_MEASURED,
      text: (row) => row.place?.unit_name ?? "",
    },
    {
      id: "attached_to",
      header: t`Attached To`,
      card: "main",
      cell: (row) => (row.place === null ? NOT_MEASURED : pointKindLabel(row.place)),
      text: (row) => (row.place === null ? "" : pointKindLabel(row.place)),
    },
    textColumn("gateway_serial_number", t`Gateway`),
    {
      id: "register_unit",
      header: t`Sends`,
      cell: (row) => readingTypeLabel(row.register_unit),
      text: (row) => readingTypeLabel(row.register_unit),
    },
    {
      id: "continuous_use_expected",
      header: t`Continuous Use`,
      hint: t`Expected to use water all the time, as a recirculation pump does. Its usual lowest hour is then its zero, so that it does not look like a leak`,
      cell: (row) =>
        row.continuous_use_expected ? (
          <span className={classes.mark}>
            <Trans>
              <IconRepeat size={14} stroke={1.75} aria-hidden="true" /> Expected
            </Trans>
          </span>
        ) : (
          NOT_MEASURED
        ),
      text: (row) => (row.continuous_use_expected ? t`expected` : ""),
    },
    editColumn(
      (row) => t`Edit meter ${row.serial_number}`,
      (row) => view.open("meter", row.id),
    ),
  ];
}
