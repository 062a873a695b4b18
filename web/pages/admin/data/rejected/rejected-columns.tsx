import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { RejectedReading } from "../../../../../contract/readings/repairs.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { timeAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import { RowAction } from "../../list/RowAction.tsx";
import classes from "../data.module.css";
import type { PropertyDataView } from "../view/use-data.ts";
import { codeLabel, reasonText } from "./code-text.ts";

const states = { open: t`Open`, stored: t`Stored later`, dismissed: t`Dismissed` } as const;

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
      header: t`From`,
      sortable: "source",
      card: "title",
      pinned: true,
      cell: (row) =>
        row.state === "open" ? (
          <label className={classes.choose}>
            <input
              type="checkbox"
              checked={chosen.has(row.id)}
              aria-label={t`Choose row ${row.source_row} of ${row.source}`}
              onChange={() => onChoose(row.id)}
            />
            <span className={classes.name}>
              <Trans>
                {row.source}, row {row.source_row}
              </Trans>
            </span>
          </label>
        ) : (
          <span className={classes.name}>
            <Trans>
              {row.source}, row {row.source_row}
            </Trans>
          </span>
        ),
      text: (row) => t`${row.source}, row ${row.source_row}`,
    },
    {
      id: "raw",
      header: t`The row as it came`,
      card: "under",
      cell: (row) => <code className={classes.raw}>{row.raw}</code>,
      text: (row) => row.raw,
    },
    {
      id: "reason",
      header: t`Why it was rejected`,
      card: "under",
      cell: (row) => <span className={classes.reason}>{reasonText(row.reason)}</span>,
      text: (row) => row.reason,
    },
    {
      id: "code",
      header: t`Kind`,
      sortable: "code",
      width: 130,
      cell: (row) => codeLabel(row.code),
      text: (row) => row.code,
    },
    {
      id: "received_at",
      header: t`Received`,
      sortable: "received_at",
      width: 180,
      card: "under",
      cell: (row) => timeAtProperty(row.received_at, view.zone),
      text: (row) => row.received_at,
    },
    {
      id: "state",
      header: t`State`,
      width: 110,
      card: "under",
      cell: (row) => states[row.state],
      text: (row) => row.state,
    },
    {
      id: "correct",
      header: t`Correct`,
      width: 90,
      card: "under",
      cell: (row) =>
        row.state === "open" ? (
          <RowAction
            name={t`Correct row ${row.source_row} of ${row.source}`}
            onClick={() => view.open("send-again", row.id)}
          >{t`Correct`}</RowAction>
        ) : (
          ""
        ),
      text: () => "",
    },
  ];
}
