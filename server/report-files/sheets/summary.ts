import type { DeviceHealthOverview } from "../../../contract/inventory/devices.ts";
import type { LeakCase } from "../../../contract/leaks/cases.ts";
import type { RankingRow } from "../../../contract/portfolio/portfolio-ranking.ts";
import type { Savings } from "../../../contract/portfolio/portfolio-savings.ts";
import type { Overview, PropertyRow } from "../../../contract/reporting/reporting.ts";
import { isByBedrooms } from "../../query/chosen-properties.ts";
import { performances } from "../texts/labels.ts";
import { type About, headBlock } from "../workbook/head.ts";
import { type Block, bold, type Line, type Sheet } from "../workbook/line.ts";
import { figureCells, tableBlock } from "../workbook/table.ts";

/** What a summary is made of, all for the same days and places. */
export interface SummaryAnswers {
  overview: Overview;
  savings: Savings;
  devices: DeviceHealthOverview;
  cases: readonly LeakCase[];
  properties: readonly PropertyRow[];
  ranking: readonly RankingRow[];
}

const CHANGE = { percent: '+0.0"%";-0.0"%";0.0"%"', points: '+0.0" pp";-0.0" pp";0.0" pp"' };

export function summarySheet(about: About, answers: SummaryAnswers): Sheet {
  const { i18n } = about.display.reader;
  const name = i18n._("Summary");
  return {
    name,
    summary: i18n._("Figures of the portfolio, and of each property."),
    blocks: [
      headBlock(i18n._("Water and leaks of the portfolio"), about),
      figures(about, answers),
      table(about, answers),
    ],
  };
}

function figures({ display, units }: About, { overview, savings, devices, cases }: SummaryAnswers): Block {
  const { i18n } = display.reader;
  type Measure = Parameters<typeof figureCells>[2];
  const figure = (title: string, value: number | null, measure: Measure = null): Line =>
    figureCells(title, value, measure, display);
  /** A figure of all units, whatever bedrooms are chosen. */
  const ofAll: typeof figure = (title, ...params) =>
    figure(isByBedrooms(units) ? i18n._("{figure}, all units", { figure: title }) : title, ...params);
  const changed = (cells: Line, change: number | null, unit: keyof typeof CHANGE = "percent"): Line => [
    ...cells,
    { value: change, format: CHANGE[unit] },
  ];
  const { verified } = savings;
  const running = cases.filter(({ state, over_at }) => state !== "not_a_leak" && over_at === null);
  const lines: Line[] = [
    [bold(i18n._("Figure")), bold(i18n._("This period")), bold(i18n._("Change against the previous period"))],
    figure(i18n._("Properties"), overview.total_properties),
    figure(i18n._("Units"), overview.total_units),
    changed(figure(i18n._("Water used"), overview.gallons_consumed, "gallons"), overview.gallons_consumed_comparison),
    changed(figure(i18n._("Water lost"), overview.gallons_leaked, "gallons"), overview.gallons_leaked_comparison),
    changed(
      figure(i18n._("Share of water lost"), overview.leak_percentage, "percent"),
      overview.leak_percentage_comparison,
      "points",
    ),
    changed(figure(i18n._("Cost of leaks"), overview.leak_cost, "dollars"), overview.leak_cost_comparison),
    changed(figure(i18n._("Units with a leak"), overview.units_with_leakage), overview.units_with_leakage_comparison),
    figure(i18n._("Meter-days read"), overview.meter_days_read),
    figure(i18n._("Meter-days expected"), overview.meter_days_expected),
    ofAll(i18n._("Leak cases that are not over"), running.length),
    ofAll(i18n._("Fixes verified by the meter"), savings.fixes.verified),
    ofAll(i18n._("Fixes that wait for the meter"), savings.fixes.waiting),
    ofAll(i18n._("Fixes that failed"), savings.fixes.failed),
    ofAll(i18n._("Water saved by verified fixes"), verified.gallons_saved, "gallons"),
    ofAll(i18n._("Costs saved by verified fixes"), verified.dollars_saved, "dollars"),
    ofAll(i18n._("Cost of these repairs"), verified.repair_cost, "dollars"),
    ofAll(i18n._("Devices online"), devices.device_reporting_ratio, "percent"),
  ];
  return { lines, widths: [36, 16, 34] };
}

function table({ display }: About, { properties, ranking, overview }: SummaryAnswers): Block {
  const { i18n } = display.reader;
  const { units_with_leakage, gallons_consumed, gallons_leaked, leak_percentage, leak_cost } = overview;
  const sums = { units_with_leakage, gallons_consumed, gallons_leaked, leak_percentage, leak_cost };
  return tableBlock(
    i18n._("Properties"),
    "GET /v1/reporting/portfolio-insights/properties/performance",
    [
      { path: "property_name", title: i18n._("Property") },
      { path: "state", title: i18n._("US state") },
      { path: "performance", title: i18n._("Class"), labels: performances(i18n) },
      { path: "units", title: i18n._("Units") },
      { path: "units_with_leakage", title: i18n._("Units with a leak") },
      { path: "gallons_consumed", title: i18n._("Water used") },
      { path: "gallons_leaked", title: i18n._("Water lost") },
      { path: "leak_percentage", title: i18n._("Share of water lost") },
      {
        path: "leak_cost",
        of: "GET /v1/reporting/portfolio-insights/performance-ranking/watchlist",
        title: i18n._("Cost of leaks"),
      },
    ],
    withCosts(properties, ranking),
    display,
    { label: i18n._("Total"), values: { ...sums, units: overview.total_units } },
  );
}

/** Properties with the cost of their leaks, which another list has, of those with leaks. */
export function withCosts(properties: readonly PropertyRow[], ranking: readonly RankingRow[]) {
  const costs = new Map(ranking.map(({ property_id, leak_cost }) => [property_id, leak_cost]));
  return properties.map((row) => ({
    ...row,
    leak_cost: costs.get(row.property_id) ?? (row.gallons_leaked === null ? null : 0),
  }));
}
