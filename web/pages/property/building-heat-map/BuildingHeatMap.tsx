import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import type { HeatMap } from "../../../../contract/reporting/heat-map.ts";
import { ApiError } from "../../../app/api-error.ts";
import { panelOf, type QueryResult } from "../../../app/query-state.ts";
import { placesQuery } from "../../../app/report/report-queries.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { formatDate } from "../../../components/format.ts";
import { Panel, type PanelState } from "../../../components/panel/Panel.tsx";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import { Tabs, tabId } from "../../../components/tabs/Tabs.tsx";
import type { HeatFigure } from "../property/view/property-search.ts";
import classes from "./building-heat-map.module.css";
import { HeatMapFigures } from "./HeatMapFigures.tsx";
import { heatFigures } from "./heat-figures.ts";
import { heatMapQuery } from "./heat-map-query.ts";
import { unitsOf } from "./heat-rows.ts";
import { totalText } from "./heat-text.ts";

const names = ["leaked", "used", "per-bedroom"] as const satisfies readonly HeatFigure[];
const tabs = names.map((tab) => ({ tab, label: heatFigures[tab].label }));
const PANEL = "heat-map";

interface Props {
  id: number;
  view: ReportView;
  figure: HeatFigure;
  setFigure: (figure: HeatFigure) => void;
}

/** The units of a building by days: where and since when water is lost, at one look. */
export function BuildingHeatMap({ id, view, figure, setFigure }: Props): ReactNode {
  const answer = useQuery(heatMapQuery(id, view.search));
  const { data } = answer;
  const units = data && unitsOf(data.units, view.search);
  const dateRange = formatPeriod(view.period);
  return (
    <Panel
      title={t`Heat map`}
      subtitle={data && units ? totalText(data, units, figure, dateRange) : dateRange}
      info={t`Each line is a unit, each cell a day. A cell opens the unit on that day.`}
      state={stateOf(answer, units?.length, view)}
      refreshing={answer.isPlaceholderData}
      skeleton={<Skeleton height={420} />}
    >
      {data && units && (
        <div className={classes.view}>
          <div className={classes.choices}>
            <BuildingChoice view={view} shown={data.building_id} />
            <Tabs label={t`What the cells show`} tabs={tabs} value={figure} onChange={setFigure} panel={PANEL} />
          </div>
          <div id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, figure)}>
            <HeatMapFigures propertyId={id} heat={data} units={units} figure={figure} period={view.period} />
          </div>
        </div>
      )}
    </Panel>
  );
}

function stateOf(answer: QueryResult<HeatMap>, units: number | undefined, view: ReportView): PanelState {
  const { data, error } = answer;
  if (error instanceof ApiError && error.status === 400) {
    const [reason = error.detail] = Object.values(error.fields);
    const action = (
      <Button onClick={() => view.setPeriod({ period: "last-30-days" })}>
        <Trans>Show Last 30 days</Trans>
      </Button>
    );
    return { kind: "empty", sentence: reason, action };
  }
  if (answer.isError || data === undefined) return panelOf(answer, t`The heat map`);
  if (units === 0) {
    const filtered = data.units.length > 0;
    return {
      kind: "empty",
      sentence: filtered
        ? t`No unit of this building with these filters. Take one off to see more.`
        : t`A unit shows here once the building has one.`,
    };
  }
  if (data.days_kept_from === null) return { kind: "ready" };
  return {
    kind: "partial",
    sentence: t`Units are shown from ${formatDate(data.days_kept_from)} on: what is older is archived.`,
  };
}

/** Which building; the report's other figures follow. */
function BuildingChoice({ view, shown }: { view: ReportView; shown: number }): ReactNode {
  const id = useId();
  const places = useQuery(placesQuery(view.search));
  const buildings = places.data?.buildings ?? [];
  if (buildings.length < 2) return null;
  return (
    <span className={classes.building}>
      <label htmlFor={id}>
        <Trans>Heat map of</Trans>
      </label>
      <select
        id={id}
        value={shown}
        onChange={(event) => view.setFilters({ building_id: [Number(event.currentTarget.value)] })}
      >
        {buildings.map(({ id: building, building_name }) => (
          <option key={building} value={building}>
            {building_name}
          </option>
        ))}
      </select>
    </span>
  );
}
