import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { both, type QueryResult } from "../../../app/query-state.ts";
import { countDays, today } from "../../../app/report/search/calendar.ts";
import { rangeQueries } from "./compare-queries.ts";
import { type CompareSearch, type Range, rangesOf } from "./compare-search.ts";
import { type Difference, differenceOf, type Side } from "./difference.ts";
import { type CompareFigure, compareFigures } from "./figures.ts";

/** A figure of two periods. */
export interface Comparison {
  figure: CompareFigure;
  ranges: { now: Range; before: Range };
  /** Both periods, and what lies between them. */
  result: QueryResult<{ now: Side; before: Side; difference: Difference }>;
  /** Where the figure is dollars, units whose dollars are at the default rate in one of the periods or both. */
  unpricedUnits: number;
}

/** Days of a period, and whether it includes today. */
export function lengthOf({ start_date, end_date }: Range): Pick<Side, "days" | "open"> {
  return { days: countDays(start_date, end_date), open: end_date >= today() };
}

/** Both periods of a URL with the figure that it names. */
export function useComparison(search: CompareSearch): Comparison {
  const figure = compareFigures[search.figure ?? "leak_cost"];
  // The same object while the URL is the same: otherwise the chart is redrawn.
  const ranges = useMemo(() => rangesOf(search, today()), [search]);
  const now = useSide(search, ranges.now, figure);
  const before = useSide(search, ranges.before, figure);
  const query = both(now, before);
  return {
    figure,
    ranges,
    result: {
      ...query,
      data: query.data && {
        now: query.data[0],
        before: query.data[1],
        difference: differenceOf(figure, query.data[0], query.data[1]),
      },
    },
    unpricedUnits: figure.id === "leak_cost" ? Math.max(now.unpricedUnits, before.unpricedUnits) : 0,
  };
}

function useSide(
  search: CompareSearch,
  range: Range,
  { id }: CompareFigure,
): QueryResult<Side> & { unpricedUnits: number } {
  const queries = rangeQueries(search, range);
  const overview = useQuery(queries.overview);
  const bedrooms = useQuery(queries.bedrooms);
  const devices = useQuery(queries.devices);
  const value = ((): number | null | undefined => {
    if (id === "gallons_per_bedroom") return bedrooms.data?.whole_unit.gallons_per_bedroom_per_day;
    if (id === "devices_reporting") return devices.data?.device_reporting_ratio;
    return overview.data?.[id];
  })();
  const side = ((): Side | undefined => {
    if (overview.data === undefined || value === undefined) return undefined;
    const { meter_days_read, meter_days_expected } = overview.data;
    const read = meter_days_expected === 0 ? null : meter_days_read / meter_days_expected;
    return { value, read, ...lengthOf(range) };
  })();
  const beside = id === "gallons_per_bedroom" ? bedrooms : id === "devices_reporting" ? devices : undefined;
  const query = beside === undefined ? overview : both<unknown, unknown>(overview, beside);
  return { ...query, data: side, unpricedUnits: overview.data?.units_without_price ?? 0 };
}
