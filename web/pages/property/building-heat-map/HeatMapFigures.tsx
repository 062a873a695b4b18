import { t } from "@lingui/core/macro";
import { linkOptions, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { csvFile } from "../../../../contract/files/csv.ts";
import type { HeatMap, HeatUnit } from "../../../../contract/reporting/heat-map.ts";
import { mayAccess } from "../../../app/access.ts";
import { useMe } from "../../../app/use-me.ts";
import { ChartCorner } from "../../../components/chart/ChartCorner.tsx";
import { downloadCsv } from "../../../components/download.ts";
import { formatGallons, plainGallons } from "../../../components/format.ts";
import { HeatGrid } from "../../../components/heat-map/HeatGrid.tsx";
import { HeatLegend } from "../../../components/heat-map/HeatLegend.tsx";
import type { HeatCell } from "../../../components/heat-map/heat-lines.ts";
import { usePageKeys } from "../../../components/page-keys.ts";
import { PanelCorner } from "../../../components/panel/PanelCorner.tsx";
import type { Period } from "../../../components/period/period.ts";
import type { HeatFigure } from "../property/view/property-search.ts";
import { heatFigures } from "./heat-figures.ts";
import { columnsOf, linesOf } from "./heat-rows.ts";
import { unitDayLines, unitLines } from "./heat-text.ts";

const gallons = (value: number | null) => formatGallons(value);

interface Props {
  propertyId: number;
  heat: HeatMap;
  /** Those of them that are shown. */
  units: readonly HeatUnit[];
  figure: HeatFigure;
  period: Period;
}

/** The cells, what they mean, and the ways to the same figures as numbers. */
export function HeatMapFigures({ propertyId, heat, units, figure, period }: Props): ReactNode {
  const navigate = useNavigate();
  const isManager = mayAccess(useMe(), "property");
  const [asTable, setAsTable] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { label, unit, totalHeader, scale } = heatFigures[figure];
  const lines = useMemo(() => linesOf(units, figure), [units, figure]);
  const columns = useMemo(() => columnsOf(heat.dates), [heat.dates]);
  const byId = useMemo(() => new Map(units.map((one) => [one.unit_id, one])), [units]);
  const keys = useCallback((key: string) => {
    if (key === "t") setAsTable((before) => !before);
    return key === "t";
  }, []);
  usePageKeys(box, "chart", keys);
  const unitAt = ({ line }: HeatCell) => {
    const found = lines[line];
    return found?.kind === "row" ? byId.get(found.id) : undefined;
  };
  const tip = (cell: HeatCell) => {
    const found = unitAt(cell);
    if (found === undefined) return [];
    return cell.column === 0 ? unitLines(found) : unitDayLines(found, heat.dates, cell.column - 1);
  };
  const open = (cell: HeatCell) => {
    const found = unitAt(cell);
    const date = heat.dates[cell.column - 1];
    if (found === undefined) return;
    const place = { property_id: propertyId, building_id: heat.building_id, unit_id: found.unit_id };
    const days = date === undefined ? period : dayPeriod(date);
    void (isManager ? navigate(unitDaysTarget(place, days)) : navigate(unitLeaksTarget(place, days)));
  };
  const save = () =>
    downloadCsv(
      `${heat.building_name} ${label.toLowerCase()}`,
      csvFile(
        [t`Unit`, ...heat.dates, totalHeader],
        lines.flatMap((line) =>
          line.kind === "row" ? [[line.name, ...line.values.map(plainGallons), plainGallons(line.total)]] : [],
        ),
      ),
    );
  return (
    <div ref={box} data-keys="chart">
      <PanelCorner>
        <ChartCorner asTable={asTable} onToggleTable={() => setAsTable(!asTable)} onCsv={save} />
      </PanelCorner>
      <HeatLegend scale={scale} unit={unit} format={gallons} />
      <HeatGrid
        label={t`${label} of the units of ${heat.building_name} by days`}
        nameHeader={t`Unit`}
        totalHeader={totalHeader}
        columns={columns}
        lines={lines}
        scale={scale}
        format={gallons}
        asTable={asTable}
        tip={tip}
        onOpen={open}
      />
    </div>
  );
}

interface Place {
  property_id: number;
  building_id: number;
  unit_id: number;
}

/** Where a unit's details are. */
function unitDaysTarget(place: Place, period: Period) {
  return linkOptions({ to: "/history", search: { ...period, ...ofUnit(place) } });
}

/** A unit's leaks on its property's page, for who may not open History. */
function unitLeaksTarget(place: Place, period: Period) {
  const params = { property_id: String(place.property_id) };
  const { property_id: _, ...unit } = ofUnit(place);
  return linkOptions({ to: "/properties/$property_id", params, search: { ...period, ...unit } });
}

function ofUnit({ property_id, building_id, unit_id }: Place) {
  return { property_id: [property_id], building_id: [building_id], unit_id: [unit_id] };
}

/** A single day as a period. */
function dayPeriod(date: string): Period {
  return { period: "custom-date-range", start_date: date, end_date: date };
}
