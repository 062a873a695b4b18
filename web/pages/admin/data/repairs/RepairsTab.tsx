import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ListTable } from "../../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../../app/report/table/TableFrame.tsx";
import classes from "../data.module.css";
import { repairsQuery } from "../view/data-queries.ts";
import { StateChoice } from "../view/StateChoice.tsx";
import type { PropertyDataView } from "../view/use-data.ts";
import { repairColumns } from "./repair-columns.tsx";
import { kindNames } from "./repair-text.ts";

/** What people decided about readings, and what it changed. */
export default function RepairsTab({ view }: { view: PropertyDataView }): ReactNode {
  const { search } = view;
  const repairs = useQuery(repairsQuery(view.propertyId, search));
  return (
    <TableFrame title="Repairs" subtitle="What people decided about readings, and what it changed">
      {(heading) => (
        <ListTable
          caption="Repairs on record"
          fileName="Repairs"
          columns={repairColumns(view)}
          rowKey={(row) => String(row.id)}
          list={repairs}
          state={view.list}
          ordering={search.ordering ?? "-made_at"}
          what="The repairs"
          layoutName="data_repairs"
          empty={{
            sentence:
              search.kind !== undefined || search.undone !== undefined
                ? "No repair with these filters. Take one off to see more."
                : "Nothing was decided yet. What you accept, reject, correct or swap stands here, with its reason, and can be undone.",
          }}
          onOpenRow={(row) => view.open("repair", row.id)}
          heading={
            <>
              {heading}
              <span className={classes.tools}>
                <StateChoice
                  label="Kind of repair"
                  none="All kinds"
                  value={search.kind}
                  states={kindNames}
                  onChange={(kind) => view.setFilters({ kind })}
                />
                <StateChoice
                  label="Which repairs"
                  none="Undone or not"
                  value={search.undone}
                  states={{ false: "Those that hold", true: "Undone" }}
                  onChange={(undone) => view.setFilters({ undone })}
                />
              </span>
              <span className={classes.tools}>
                <Button variant="default" onClick={() => view.open("correct")}>
                  Correct hours
                </Button>
                <Button variant="default" onClick={() => view.open("reimport")}>
                  Import a range again
                </Button>
              </span>
            </>
          }
        />
      )}
    </TableFrame>
  );
}
