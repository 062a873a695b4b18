import type { ListedRepair } from "../../../../../contract/readings/repairs.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { timeAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import { RowAction } from "../../list/RowAction.tsx";
import classes from "../data.module.css";
import type { PropertyDataView } from "../view/use-data.ts";
import { changeSummary, kindNames } from "./repair-text.ts";

/** The columns of the repairs of a property. */
export function repairColumns(view: PropertyDataView): readonly TableColumn<ListedRepair>[] {
  return [
    {
      id: "kind",
      header: "What",
      card: "title",
      pinned: true,
      cell: (row) => kindNames[row.kind],
      text: (row) => row.kind,
    },
    {
      id: "made_at",
      header: "When",
      sortable: "made_at",
      width: 180,
      card: "under",
      cell: (row) => timeAtProperty(row.made_at, view.zone),
      text: (row) => row.made_at,
    },
    {
      id: "made_by",
      header: "By",
      cell: (row) => <span className={classes.name}>{row.made_by}</span>,
      text: (row) => row.made_by,
    },
    {
      id: "reason",
      header: "Reason",
      card: "under",
      cell: (row) => <span className={classes.reason}>{row.reason}</span>,
      text: (row) => row.reason,
    },
    {
      id: "days_changed",
      header: "What it changed",
      card: "under",
      cell: changeSummary,
      text: changeSummary,
    },
    {
      id: "undone_at",
      header: "State",
      width: 120,
      card: "under",
      cell: (row) => (row.undone_at === null ? "Holds" : "Undone"),
      text: (row) => row.undone_at ?? "",
    },
    {
      id: "undo",
      header: "Undo",
      width: 80,
      card: "none",
      cell: (row) =>
        row.undone_at === null ? (
          <RowAction
            name={`Undo: ${kindNames[row.kind].toLowerCase()}, ${row.reason}`}
            onClick={() => view.open("undo", row.id)}
          >
            Undo
          </RowAction>
        ) : (
          ""
        ),
      text: () => "",
    },
  ];
}
