import { t } from "@lingui/core/macro";
import type { TableColumn } from "../../../components/table/column.ts";
import { RowAction } from "./RowAction.tsx";

/**
 * A column of buttons that open their row; a card that leads there as a whole has none.
 * @param nameOf for a screen reader: "Edit unit 101"
 */
export function editColumn<Row>(
  nameOf: (row: Row) => string,
  onEdit: (row: Row) => void,
  card: "none" | "action" = "none",
): TableColumn<Row> {
  return {
    id: "edit",
    header: t`Edit`,
    width: 90,
    card,
    cell: (row) => <RowAction name={nameOf(row)} onClick={() => onEdit(row)}>{t`Edit`}</RowAction>,
    text: () => "",
  };
}
