import { queryOptions } from "@tanstack/react-query";
import { activeOrganization } from "../../../app/active-organization.ts";
import { allRows } from "../../../app/all-rows.ts";
import { call } from "../../../app/api.ts";
import { read } from "../../../app/query.ts";
import { overviewQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import { today } from "../../../app/report/search/calendar.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { type CompareSearch, type Range, rangesOf } from "./compare-search.ts";
import { compareFigures, type FigureId } from "./figures.ts";

const insights = "/v1/reporting/portfolio-insights";
const health = "/v1/reporting/device-health";

function placesOf({ organization_id, property_id }: ReportSearch) {
  return { organization_id, property_id };
}

function rangeParams(search: ReportSearch, { start_date, end_date }: Range) {
  const { bedrooms_from, bedrooms_to } = search;
  return { ...placesOf(search), start_date, end_date, bedrooms_from, bedrooms_to };
}

/** What the screen shows of one of its periods. */
export function rangeQueries(search: CompareSearch, range: Range) {
  const figure = search.figure ?? "leak_cost";
  const { daily } = compareFigures[figure];
  const query = rangeParams(search, range);
  return {
    /** Headline figures, and how much of the period was read. */
    overview: read("GET /v1/reporting/overview", { query }),
    figures: propertyFiguresQuery(search, range, figure),
    /** Use per bedroom and day. */
    bedrooms: {
      ...read(`GET ${insights}/water-usage-efficiency`, { query }),
      enabled: figure === "gallons_per_bedroom",
    },
    /** Devices that report at the end of the period. */
    devices: {
      ...read(`GET ${health}/portfolio-insights/overview`, { query: { ...placesOf(search), date: range.end_date } }),
      enabled: figure === "devices_reporting",
    },
    /** What leaks cost by day. */
    costDays: {
      ...read(`GET ${insights}/finances/costs`, { query: { ...query, resolution: "day" } }),
      enabled: figure === "leak_cost",
    },
    /** Leaks by day, in gallons and as a share. */
    leakDays: {
      ...read("GET /v1/reporting/leak-report/leak-volume-percentage", { query: { ...query, resolution: "day" } }),
      enabled: daily !== null && figure !== "leak_cost",
    },
  };
}

/** All that the screen shows. */
export function compareQueries(search: CompareSearch) {
  const { now, before } = rangesOf(search, today());
  return {
    overview: overviewQuery(search),
    properties: propertiesQuery(),
    now: Object.values(rangeQueries(search, now)),
    before: Object.values(rangeQueries(search, before)),
  };
}

/** A property's figure of a period. */
export interface PropertyFigure {
  property_id: number;
  property_name: string;
  value: number | null;
  /** Days of the period on which at least 80 % of its meters were read; null: the figure does not depend on it. */
  daysRead: number | null;
}

/** The figure of every property in a period, as the lists of properties have it. */
function propertyFiguresQuery(search: ReportSearch, range: Range, figure: FigureId) {
  const query = rangeParams(search, range);
  return queryOptions({
    queryKey: ["property figures", activeOrganization(), figure, query] as const,
    queryFn: ({ signal }) =>
      figure === "devices_reporting" ? deviceFigures(search, range, signal) : waterFigures(query, figure, signal),
  });
}

async function deviceFigures(search: ReportSearch, range: Range, signal: AbortSignal): Promise<PropertyFigure[]> {
  const rows = await allRows((paging) => {
    const query = { ...placesOf(search), date: range.end_date, ordering: "property_name" as const, ...paging };
    return call(`GET ${health}/portfolio-detail/properties`, { query, signal });
  });
  return rows.map(({ property_id, property_name, device_reporting_ratio: value }) => ({
    property_id,
    property_name,
    value,
    daysRead: null,
  }));
}

type Water = Exclude<FigureId, "devices_reporting">;

async function waterFigures(
  params: ReturnType<typeof rangeParams>,
  figure: Water,
  signal: AbortSignal,
): Promise<PropertyFigure[]> {
  const [rows, others] = await Promise.all([
    allRows((paging) => {
      const query = { ...params, ordering: "property_name" as const, ...paging };
      return call(`GET ${insights}/properties/performance`, { query, signal });
    }),
    otherFigures(params, figure, signal),
  ]);
  return rows.map((row) => ({
    property_id: row.property_id,
    property_name: row.property_name,
    value:
      figure === "leak_cost" || figure === "gallons_per_bedroom" ? (others.get(row.property_id) ?? null) : row[figure],
    daysRead: row.days_read,
  }));
}

/** Figures that the list of properties does not have, by property. */
async function otherFigures(
  params: ReturnType<typeof rangeParams>,
  figure: Water,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number | null>> {
  if (figure !== "leak_cost" && figure !== "gallons_per_bedroom") return new Map();
  const name = figure === "leak_cost" ? figure : "gallons_per_bedroom_per_day";
  const { properties } = await call(`GET ${insights}/properties/map`, { query: params, signal });
  return new Map(properties.map((row) => [row.property_id, row[name]]));
}
