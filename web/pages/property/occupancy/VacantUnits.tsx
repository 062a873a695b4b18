import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { OccupancyRow } from "../../../../contract/inventory/occupancy.ts";
import { mayAccess } from "../../../app/access.ts";
import { notLoaded } from "../../../app/api-error.ts";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { useMe } from "../../../app/use-me.ts";
import { formatDate, formatGallonsUnit } from "../../../components/format.ts";
import { Panel, type PanelState } from "../../../components/panel/Panel.tsx";
import classes from "./occupancy.module.css";
import { vacantUnitsQuery } from "./occupancy-query.ts";
import { unitTarget } from "./unit-target.ts";
import { usesWaterVacant, vacantUseText } from "./vacant-use.ts";

/** So many units are named; the rest are in the list below. */
const NAMED = 3;

interface Props {
  propertyId: number;
  view: ReportView;
  /** Shows all vacant units in the list. */
  onShow: () => void;
}

/** Water that runs where nobody lives: the units to look at first. */
export function VacantUnits({ propertyId, view, onShow }: Props): ReactNode {
  const vacant = useQuery(vacantUnitsQuery(propertyId));
  const { data } = vacant;
  const using = data?.results.filter(usesWaterVacant) ?? [];
  const state: PanelState = vacant.isError
    ? { kind: "error", message: notLoaded("The vacant units", vacant.error), onRetry: () => void vacant.refetch() }
    : data === undefined
      ? { kind: "loading" }
      : { kind: "ready" };
  return (
    <Panel
      title="Water in vacant units"
      subtitle="Last 7 days"
      info="Where nobody lives, more than 10 gallons in 7 days are a leak, an open tap, or somebody who is not on the rent roll."
      state={state}
      skeleton={<Bones widths={["45%", "60%"]} />}
      actions={
        data !== undefined && data.count > 0 ? (
          <Button variant="default" onClick={onShow}>
            Show vacant units
          </Button>
        ) : undefined
      }
    >
      {data && (
        <div className={classes.vacant}>
          <p>{vacantUseText(data.count, data.results)}</p>
          <ul>
            {using.slice(0, NAMED).map((row) => (
              <li key={row.unit_id}>
                <Unit row={row} view={view} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}

/** A unit with what it used and since when it is vacant; a way to its page for those who may open that. */
function Unit({ row, view }: { row: OccupancyRow; view: ReportView }): ReactNode {
  const isManager = mayAccess(useMe(), "property");
  const { building_name, unit_name, last_7_days_gallons, move_out } = row;
  const name = `${building_name} | ${unit_name}`;
  const since = move_out === null ? "" : `, vacant since ${formatDate(move_out)}`;
  return (
    <>
      {isManager ? <Link {...unitTarget(row, view.period)}>{name}</Link> : <strong>{name}</strong>}
      {` ${formatGallonsUnit(last_7_days_gallons)}${since}`}
    </>
  );
}
