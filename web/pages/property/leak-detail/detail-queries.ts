import type { QueryClient } from "@tanstack/react-query";
import { read } from "../../../app/query.ts";
import { periodQuery } from "../../../app/report/period-search.ts";
import { orderingOf } from "../../../app/report/report-search.ts";
import type { Period } from "../../../components/period/period.ts";
import type { DetailView } from "./detail-view.ts";

/** One meter in some days. */
export interface MeterDays {
  meter: string;
  propertyId: number | undefined;
  period: Period;
}

/** One page of a meter's days or hours. */
export type MeterPage = MeterDays & Pick<DetailView, "ordering" | "page">;

const dayFields = [
  "date",
  "total_leak_gallons",
  "leak_gallons",
  "gallons_consumed",
  "twenty_two_gallons",
  "flow_time",
  "event",
] as const;

const hourFields = ["date", "gallons", "flow_time", "event"] as const;

/** How both tables are ordered where the URL does not say: the newest first. */
export const detailOrdering = "-date";

const details = "/v1/reporting/leak-report/leak-details/meters/{meter}";

function input({ meter, propertyId, period }: MeterDays) {
  const property_id = propertyId === undefined ? undefined : [propertyId];
  return { params: { meter }, query: { ...periodQuery(period), property_id } };
}

/** The meter's place and its leaks. */
export function detailOverviewQuery(days: MeterDays) {
  return read(`GET ${details}/overview`, input(days));
}

/** The chart's points by day. */
export function dayPointsQuery(days: MeterDays) {
  return read(`GET ${details}/consumption/day`, input(days));
}

/** The chart's points by hour. */
export function hourPointsQuery(days: MeterDays) {
  return read(`GET ${details}/consumption/hour`, input(days));
}

/** One page of the Day table. */
export function dayRowsQuery(of: MeterPage) {
  const { params, query } = input(of);
  const ordering = orderingOf(of.ordering, dayFields) ?? detailOrdering;
  return read(`GET ${details}/flow/day`, { params, query: { ...query, ordering, page: of.page + 1, page_size: 10 } });
}

/** One page of the Hour table. */
export function hourRowsQuery(of: MeterPage) {
  const { params, query } = input(of);
  const ordering = orderingOf(of.ordering, hourFields) ?? detailOrdering;
  return read(`GET ${details}/flow/hour`, { params, query: { ...query, ordering, page: of.page + 1, page_size: 10 } });
}

/** Starts the calls of a leak detail page, beside the loading of its script. */
export function prefetchDetail(client: QueryClient, tab: "hour" | undefined, of: MeterPage): void {
  void client.prefetchQuery(detailOverviewQuery(of));
  if (tab === "hour") {
    void client.prefetchQuery(hourPointsQuery(of));
    void client.prefetchQuery(hourRowsQuery(of));
  } else {
    void client.prefetchQuery(dayPointsQuery(of));
    void client.prefetchQuery(dayRowsQuery(of));
  }
}
