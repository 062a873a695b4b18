import { formatNumber } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";

/** A column of whole numbers, seen on a card too. @param id the field of a row that it shows */
export function countColumn<Field extends string>(
  id: Field,
  header: string,
  more: Partial<TableColumn<Record<Field, number>>>,
): TableColumn<Record<Field, number>> {
  return {
    id,
    header,
    align: "right",
    card: "main",
    cell: (row) => formatNumber(row[id]),
    text: (row) => String(row[id]),
    ...more,
  };
}
