import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Occupancy as Kind } from "../../../../contract/inventory/occupancy.ts";
import { mayAccess } from "../../../app/access.ts";
import { exportOf } from "../../../app/export.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { useMe } from "../../../app/use-me.ts";
import { PopoverFilter } from "../../../components/filters/PopoverFilter.tsx";
import { occupancyColumns } from "./columns.tsx";
import { occupancyName } from "./OccupancyBadge.tsx";
import classes from "./occupancy.module.css";
import { occupancyOrdering, occupancyParams, occupancyQuery } from "./occupancy-query.ts";
import { unitTarget } from "./unit-target.ts";
import { VacantUnits } from "./VacantUnits.tsx";
import { usesWaterVacant } from "./vacant-use.ts";

const kinds = ["vacant", "looks vacant", "occupied", "unknown"] as const satisfies readonly Kind[];
const options = kinds.map((kind) => ({ value: kind, label: occupancyName(kind) }));

interface Props {
  id: number;
  view: ReportView;
  /** The kinds shown; undefined: all. */
  occupancy: Kind[] | undefined;
  setOccupancy: (occupancy: Kind[] | undefined) => void;
}

/** Who lives where, and water where nobody does. A row opens the unit. */
export function Occupancy({ id, view, occupancy, setOccupancy }: Props): ReactNode {
  const navigate = useNavigate();
  const isManager = mayAccess(useMe(), "property");
  const units = useQuery(occupancyQuery(id, view.search, occupancy));
  const { building_id, unit_id } = view.search;
  const filtered = occupancy ?? building_id ?? unit_id;
  return (
    <>
      <VacantUnits propertyId={id} view={view} onShow={() => setOccupancy(["vacant"])} />
      <TableFrame title="Occupancy" subtitle="As the rent roll says, with the last 7 days' gallons">
        {(heading) => (
          <ListTable
            caption="Units and their occupancy"
            columns={occupancyColumns}
            rowKey={(row) => String(row.unit_id)}
            list={units}
            state={view}
            what="The units"
            layoutName="occupancy"
            empty={{
              sentence: filtered
                ? "No unit with these filters. Take one off to see more."
                : "A unit shows here once the property has one.",
            }}
            ordering={view.search.ordering ?? occupancyOrdering}
            highlight={(row) => (usesWaterVacant(row) ? "Uses water though vacant" : undefined)}
            onOpenRow={isManager ? (row) => void navigate(unitTarget(row, view.period)) : undefined}
            onExport={exportOf("GET /v1/properties/{property_id}/occupancy/export", {
              params: { property_id: id },
              query: occupancyParams(view.search, occupancy),
            })}
            heading={
              <>
                {heading}
                <div className={classes.filter}>
                  <PopoverFilter
                    label="Occupancy"
                    options={options}
                    selected={occupancy ?? []}
                    onChange={(next) => setOccupancy(kinds.filter((kind) => next.includes(kind)))}
                  />
                </div>
              </>
            }
          />
        )}
      </TableFrame>
    </>
  );
}
