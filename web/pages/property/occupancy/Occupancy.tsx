import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, linkOptions, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Occupancy as Kind, OccupancyRow } from "../../../../contract/inventory/occupancy.ts";
import { mayAccess } from "../../../app/access.ts";
import { exportOf } from "../../../app/export.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { useMe } from "../../../app/use-me.ts";
import { PopoverFilter } from "../../../components/filters/PopoverFilter.tsx";
import { formatDate, formatGallonsUnit } from "../../../components/format.ts";
import type { Period } from "../../../components/period/period.ts";
import { occupancyColumns } from "./columns.tsx";
import { occupancyName } from "./OccupancyBadge.tsx";
import classes from "./occupancy.module.css";
import { occupancyOrdering, occupancyParams, occupancyQuery, vacantUnitsQuery } from "./occupancy-query.ts";
import { usesWaterVacant, VACANT_USE_GALLONS, vacantUseText } from "./vacant-use.ts";

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
      <TableFrame title={t`Occupancy`} subtitle={t`As the rent roll says, with what was used in the last 7 days`}>
        {(heading) => (
          <ListTable
            caption={t`Units and their occupancy`}
            columns={occupancyColumns}
            rowKey={(row) => String(row.unit_id)}
            list={units}
            state={view}
            what={t`The units`}
            layoutName="occupancy"
            empty={{
              sentence: filtered
                ? t`No unit with these filters. Take one off to see more.`
                : t`A unit shows here once the property has one.`,
            }}
            ordering={view.search.ordering ?? occupancyOrdering}
            highlight={(row) => (usesWaterVacant(row) ? t`Uses water though vacant` : undefined)}
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
                    label={t`Occupancy`}
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

/** So many units are named; the rest are in the list below. */
const NAMED = 3;

interface VacantUnitsProps {
  propertyId: number;
  view: ReportView;
  /** Shows all vacant units in the list. */
  onShow: () => void;
}

/** Water that runs where nobody lives: the units to look at first. */
function VacantUnits({ propertyId, view, onShow }: VacantUnitsProps): ReactNode {
  const vacant = useQuery(vacantUnitsQuery(propertyId));
  return (
    <QueryPanel
      query={vacant}
      what={t`The vacant units`}
      title={t`Water in vacant units`}
      subtitle={t`Last 7 days`}
      info={t`Where nobody lives, more than ${formatGallonsUnit(VACANT_USE_GALLONS)} in 7 days are a leak, an open tap, or somebody who is not on the rent roll.`}
      skeleton={<Bones widths={["45%", "60%"]} />}
      actions={
        vacant.data !== undefined && vacant.data.count > 0 ? (
          <Button variant="default" onClick={onShow}>
            <Trans>Show vacant units</Trans>
          </Button>
        ) : undefined
      }
    >
      {({ count, results }) => (
        <div className={classes.vacant}>
          <p>{vacantUseText(count, results)}</p>
          <ul>
            {results
              .filter(usesWaterVacant)
              .slice(0, NAMED)
              .map((row) => (
                <li key={row.unit_id}>
                  <Unit row={row} view={view} />
                </li>
              ))}
          </ul>
        </div>
      )}
    </QueryPanel>
  );
}

/** A unit with what it used since it is vacant, and since when that is; a way to its page for those who may open that. */
function Unit({ row, view }: { row: OccupancyRow; view: ReportView }): ReactNode {
  const isManager = mayAccess(useMe(), "property");
  const { building_name, unit_name, gallons_while_vacant, since } = row;
  const name = `${building_name} | ${unit_name}`;
  const vacantSince = since === null ? "" : t`, vacant since ${formatDate(since)}`;
  return (
    <>
      {isManager ? <Link {...unitTarget(row, view.period)}>{name}</Link> : <strong>{name}</strong>}
      {` ${formatGallonsUnit(gallons_while_vacant)}${vacantSince}`}
    </>
  );
}

/** Where a unit's details are, over the same days. */
function unitTarget(row: OccupancyRow, period: Period) {
  const places = { property_id: [row.property_id], building_id: [row.building_id], unit_id: [row.unit_id] };
  return linkOptions({ to: "/history", search: { ...period, ...places } });
}
