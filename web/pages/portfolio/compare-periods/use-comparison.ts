import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { countDays, today } from "../../../app/report/search/calendar.ts";
import { rangeQueries } from "./compare-queries.ts";
import { type CompareSearch, type Range, rangesOf } from "./compare-search.ts";
import { type Difference, differenceOf, type Side } from "./difference.ts";
import { type CompareFigure, compareFigures } from "./figures.ts";

/** A figure of two periods. */
export interface Comparison {
  figure: CompareFigure;
  ranges: { now: Range; before: Range };
  /** Undefined until both are known. */
  found: { now: Side; before: Side; difference: Difference } | undefined;
  /** Where the figure is dollars, units whose dollars are at the default rate in one of the periods or both. */
  unpricedUnits: number;
  error: Error | undefined;
  refreshing: boolean;
  retry: () => void;
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
  const both = [now, before];
  return {
    figure,
    ranges,
    found:
      now.side && before.side
        ? { now: now.side, before: before.side, difference: differenceOf(figure, now.side, before.side) }
        : undefined,
    unpricedUnits: figure.id === "leak_cost" ? Math.max(...both.map(({ unpricedUnits }) => unpricedUnits)) : 0,
    error: both.find(({ error }) => error)?.error,
    refreshing: both.some(({ refreshing }) => refreshing),
    retry: () => {
      for (const { retry } of both) retry();
    },
  };
}

function useSide(search: CompareSearch, range: Range, { id }: CompareFigure) {
  const queries = rangeQueries(search, range);
  const overview = useQuery(queries.overview);
  const bedrooms = useQuery(queries.bedrooms);
  const devices = useQuery(queries.devices);
  const results = [
    overview,
    ...(id === "gallons_per_bedroom" ? [bedrooms] : []),
    ...(id === "devices_reporting" ? [devices] : []),
  ];
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
  const failed = results.filter(({ isError }) => isError);
  return {
    side,
    unpricedUnits: overview.data?.units_without_price ?? 0,
    error: failed[0]?.error ?? undefined,
    refreshing: results.some(({ isPlaceholderData }) => isPlaceholderData),
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}
