import type { Quarantined } from "../../../../../contract/readings/repairs.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import classes from "../data.module.css";
import type { PropertyDataView } from "../view/use-data.ts";
import { measuredTimeText, meterLocationLabel, readingSummary } from "./quarantined-text.ts";

const decisions = { accepted: "Accepted", rejected: "Rejected" } as const;

interface Choosing {
  chosen: ReadonlySet<string>;
  onChoose: (id: string) => void;
}

/** The columns of the quarantine of a property; what is open can be chosen. */
export function quarantineColumns(
  view: PropertyDataView,
  { chosen, onChoose }: Choosing,
): readonly TableColumn<Quarantined>[] {
  return [
    {
      id: "meter_serial_number",
      header: "Meter",
      card: "title",
      pinned: true,
      cell: (row) =>
        row.decision === null ? (
          <label className={classes.choose}>
            <input
              type="checkbox"
              checked={chosen.has(row.id)}
              aria-label={`Choose ${readingSummary(row)} of meter ${row.meter_serial_number}`}
              onChange={() => onChoose(row.id)}
            />
            <span className={classes.name}>{row.meter_serial_number}</span>
          </label>
        ) : (
          <span className={classes.name}>{row.meter_serial_number}</span>
        ),
      text: (row) => row.meter_serial_number,
    },
    {
      id: "building_name",
      header: "Where",
      card: "under",
      cell: (row) => <span className={classes.name}>{meterLocationLabel(row)}</span>,
      text: meterLocationLabel,
    },
    {
      id: "gallons",
      header: "What came in",
      card: "main",
      cell: readingSummary,
      text: readingSummary,
    },
    {
      id: "measured_at",
      header: "Measured",
      sortable: "measured_at",
      card: "under",
      cell: (row) => measuredTimeText(row, view.zone),
      text: (row) => row.measured_at,
    },
    {
      id: "decision",
      header: "Decision",
      width: 120,
      card: "under",
      cell: (row) => (row.decision === null ? "Waits" : decisions[row.decision]),
      text: (row) => row.decision ?? "",
    },
  ];
}
