import { t } from "@lingui/core/macro";
import type { OccupancyRow } from "../../../../contract/inventory/occupancy.ts";
import { formatDate, formatGallons, formatGallonsUnit, plainGallons } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { nameColumn, textColumn } from "../../../components/table/columns.tsx";
import { Gallons, gal } from "../../../language/measure.ts";
import { OccupancyBadge, occupancyName } from "./OccupancyBadge.tsx";
import { usesWaterVacant } from "./vacant-use.ts";

function day(
  id: "move_in" | "move_out" | "as_of",
  header: string,
  rest: Pick<TableColumn<OccupancyRow>, "hint" | "sortable">,
): TableColumn<OccupancyRow> {
  return { id, header, ...rest, width: 130, cell: (row) => formatDate(row[id]), text: (row) => row[id] ?? "" };
}

/** The columns of a property's units with their occupancy. */
export const occupancyColumns: readonly TableColumn<OccupancyRow>[] = [
  textColumn("building_name", t`Building`, { sortable: "building_name", card: "title" }),
  nameColumn("unit_name", t`Unit`, { sortable: "unit_name", card: "title", pinned: true }),
  {
    id: "last_7_days_gallons",
    header: t`Last 7 Days ${Gallons}`,
    unit: gal,
    align: "right",
    sortable: "last_7_days_gallons",
    width: 190,
    card: "main",
    hint: t`Of the last seven complete days. A dash: nothing was measured`,
    cell: (row) =>
      usesWaterVacant(row) ? (
        <strong>{formatGallons(row.last_7_days_gallons)}</strong>
      ) : (
        formatGallons(row.last_7_days_gallons)
      ),
    text: (row) => plainGallons(row.last_7_days_gallons),
  },
  {
    id: "occupancy",
    header: t`Occupancy`,
    sortable: "occupancy",
    width: 190,
    card: "main",
    hint: t`As the rent roll says. Looks vacant: it says nothing, and the unit used under ${formatGallonsUnit(5)} in 7 days`,
    cell: (row) => <OccupancyBadge occupancy={row.occupancy} usesWater={usesWaterVacant(row)} />,
    text: (row) => occupancyName(row.occupancy),
  },
  day("move_in", t`Moved In`, {}),
  day("move_out", t`Moved Out`, { hint: t`When the household moved out, or will` }),
  day("as_of", t`As Of`, {
    sortable: "as_of",
    hint: t`The day of which the rent roll says so. A dash: it says nothing`,
  }),
  textColumn("source", t`Source`, { width: 150 }),
];
