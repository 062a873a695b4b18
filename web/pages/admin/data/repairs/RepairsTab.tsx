import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ListedRepair } from "../../../../../contract/readings/repairs.ts";
import { ListTable } from "../../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../../app/report/table/TableFrame.tsx";
import type { TableColumn } from "../../../../components/table/column.ts";
import { timeAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import { RowAction } from "../../list/RowAction.tsx";
import classes from "../data.module.css";
import { dataQueries } from "../view/data-queries.ts";
import { StateChoice } from "../view/StateChoice.tsx";
import type { PropertyDataView } from "../view/use-data.ts";
import { changeSummary, kindNames } from "./repair-text.ts";

/** What people decided about readings, and what it changed. */
export default function RepairsTab({ view }: { view: PropertyDataView }): ReactNode {
  const { search } = view;
  const repairs = useQuery(dataQueries(view.propertyId, search).repairs);
  return (
    <TableFrame title={t`Repairs`} subtitle={t`What people decided about readings, and what it changed`}>
      {(heading) => (
        <ListTable
          caption={t`Repairs on record`}
          fileName="Repairs"
          columns={repairColumns(view)}
          rowKey={(row) => String(row.id)}
          list={repairs}
          state={view.list}
          ordering={search.ordering ?? "-made_at"}
          what={t`The repairs`}
          layoutName="data_repairs"
          empty={{
            sentence:
              search.kind !== undefined || search.undone !== undefined
                ? t`No repair with these filters. Take one off to see more.`
                : t`Nothing has been decided yet. What you accept, reject, correct or swap is listed here, with its reason, and can be undone.`,
          }}
          onOpenRow={(row) => view.open("repair", row.id)}
          heading={
            <>
              {heading}
              <span className={classes.tools}>
                <StateChoice
                  label={t`Kind of repair`}
                  none={t`All kinds`}
                  value={search.kind}
                  states={kindNames}
                  onChange={(kind) => view.setFilters({ kind })}
                />
                <StateChoice
                  label={t`Which repairs`}
                  none={t`Undone or not`}
                  value={search.undone}
                  states={{ false: t`Those that hold`, true: t`Undone` }}
                  onChange={(undone) => view.setFilters({ undone })}
                />
              </span>
              <span className={classes.tools}>
                <Button variant="default" onClick={() => view.open("correct")}>
                  <Trans>Correct hours</Trans>
                </Button>
                <Button variant="default" onClick={() => view.open("reimport")}>
                  <Trans>Import a range again</Trans>
                </Button>
              </span>
            </>
          }
        />
      )}
    </TableFrame>
  );
}

/** The columns of the repairs of a property. */
function repairColumns(view: PropertyDataView): readonly TableColumn<ListedRepair>[] {
  return [
    {
      id: "kind",
      header: t`What`,
      card: "title",
      pinned: true,
      cell: (row) => kindNames[row.kind],
      text: (row) => row.kind,
    },
    {
      id: "made_at",
      header: t`When`,
      sortable: "made_at",
      width: 180,
      card: "under",
      cell: (row) => timeAtProperty(row.made_at, view.zone),
      text: (row) => row.made_at,
    },
    {
      id: "made_by",
      header: t`By`,
      cell: (row) => <span className={classes.name}>{row.made_by}</span>,
      text: (row) => row.made_by,
    },
    {
      id: "reason",
      header: t`Reason`,
      card: "under",
      cell: (row) => <span className={classes.reason}>{row.reason}</span>,
      text: (row) => row.reason,
    },
    {
      id: "days_changed",
      header: t`What it changed`,
      card: "under",
      cell: changeSummary,
      text: changeSummary,
    },
    {
      id: "undone_at",
      header: t`State`,
      width: 120,
      card: "under",
      cell: (row) => (row.undone_at === null ? t`Holds` : t`Undone`),
      text: (row) => row.undone_at ?? "",
    },
    {
      id: "undo",
      header: t`Undo`,
      width: 80,
      card: "none",
      cell: (row) =>
        row.undone_at === null ? (
          <RowAction
            name={t`Undo: ${kindNames[row.kind].toLowerCase()}, ${row.reason}`}
            onClick={() => view.open("undo", row.id)}
          >{t`Undo`}</RowAction>
        ) : (
          ""
        ),
      text: () => "",
    },
  ];
}
