import type { RejectedReading } from "../../../../../contract/readings/repairs.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { timeAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import { RowAction } from "../../list/RowAction.tsx";
import classes from "../data.module.css";
import type { PropertyDataView } from "../view/use-data.ts";
import { codeLabel, reasonText } from "./code-text.ts";

const states = { open: "Open", stored: "Stored later", dismissed: "Dismissed" } as const;

interface Choosing {
  chosen: ReadonlySet<number>;
  onChoose: (id: number) => void;
}

/** The columns of a property's rejected rows; the open ones can be selected. */
export function rejectedColumns(
  view: PropertyDataView,
  { chosen, onChoose }: Choosing,
): readonly TableColumn<RejectedReading>[] {
  return [
    {
      id: "source",
      header: "From",
      sortable: "source",
      card: "title",
      pinned: true,
      cell: (row) =>
        row.state === "open" ? (
          <label className={classes.choose}>
            <input
              type="checkbox"
              checked={chosen.has(row.id)}
              aria-label={`Choose row ${row.source_row} of ${row.source}`}
              onChange={() => onChoose(row.id)}
            />
            <span className={classes.name}>
              {row.source}, row {row.source_row}
            </span>
          </label>
        ) : (
          <span className={classes.name}>
            {row.source}, row {row.source_row}
          </span>
        ),
      text: (row) => `${row.source}, row ${row.source_row}`,
    },
    {
      id: "raw",
      header: "The row as it came",
      card: "under",
      cell: (row) => <code className={classes.raw}>{row.raw}</code>,
      text: (row) => row.raw,
    },
    {
      id: "reason",
      header: "Why it was rejected",
      card: "under",
      cell: (row) => <span className={classes.reason}>{reasonText(row.reason)}</span>,
      text: (row) => row.reason,
    },
    {
      id: "code",
      header: "Kind",
      sortable: "code",
      width: 130,
      cell: (row) => codeLabel(row.code),
      text: (row) => row.code,
    },
    {
      id: "received_at",
      header: "Received",
      sortable: "received_at",
      width: 180,
      card: "under",
      cell: (row) => timeAtProperty(row.received_at, view.zone),
      text: (row) => row.received_at,
    },
    {
      id: "state",
      header: "State",
      width: 110,
      card: "under",
      cell: (row) => states[row.state],
      text: (row) => row.state,
    },
    {
      id: "correct",
      header: "Correct",
      width: 90,
      card: "under",
      cell: (row) =>
        row.state === "open" ? (
          <RowAction
            name={`Correct row ${row.source_row} of ${row.source}`}
            onClick={() => view.open("send-again", row.id)}
          >
            Correct
          </RowAction>
        ) : (
          ""
        ),
      text: () => "",
    },
  ];
}
