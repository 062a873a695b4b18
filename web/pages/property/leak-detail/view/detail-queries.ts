import type { LeakDetailOverview } from "../../../../../contract/reporting/leak-details.ts";
import { exportOf } from "../../../../app/export.ts";
import { dependent, read } from "../../../../app/query.ts";
import { periodQuery } from "../../../../app/report/search/period-search.ts";
import { orderingOf } from "../../../../app/report/search/report-search.ts";
import type { Period } from "../../../../components/period/period.ts";
import type { TableExport } from "../../../../components/table/TableFiles.tsx";
import type { DetailView } from "./detail-view.ts";
import { type LeaksPage, meterLeaksQuery, whyQuery } from "./explanation-queries.ts";
import { clockAtProperty } from "./property-time.ts";
import type { Why } from "./use-why.ts";

/** One meter in some days. */
interface MeterDays {
  meter: string;
  propertyId: number | undefined;
  organizationId: number | undefined;
  period: Period;
}

/** One page of a meter's days or hours. */
type MeterPage = MeterDays & Pick<DetailView, "ordering" | "page">;

/** What a meter's days can be ordered by; its hours by some of them and by their gallons. */
export const dayFields = [
  "date",
  "total_leak_gallons",
  "leak_gallons",
  "gallons_consumed",
  "twenty_two_gallons",
  "flow_time",
  "event",
] as const;

export const hourFields = ["date", "gallons", "flow_time", "event"] as const;

/** The default ordering of both tables: newest first. */
export const detailOrdering = "-date";

const details = "/v1/reporting/leak-report/leak-details/meters/{meter}";

function input({ meter, propertyId, organizationId, period }: MeterDays) {
  const property_id = propertyId === undefined ? undefined : [propertyId];
  const organization_id = organizationId === undefined ? undefined : [organizationId];
  return { params: { meter }, query: { ...periodQuery(period), property_id, organization_id } };
}

/** Whether a price is set where the meter is: for its unit, else for those of its property. */
export function rateQuery(
  period: Period,
  { property_id, unit_id }: Pick<LeakDetailOverview, "property_id" | "unit_id">,
) {
  const places = { property_id: [property_id], unit_id: unit_id === null ? undefined : [unit_id] };
  return dependent(read("GET /v1/reporting/overview", { query: { ...periodQuery(period), ...places } }));
}

/** Leaks outside of units of its property over the days of one of them, with the number of those at the default rate. */
export function outsideRateQuery({ leak, time_zone: zone }: Why) {
  const dayOf = (instant: string | number) => clockAtProperty(instant, zone).slice(0, 10);
  return dependent(
    read("GET /v1/reporting/leak-report/leak-overview", {
      query: {
        property_id: [leak.property_id],
        start_date: dayOf(leak.started_at),
        end_date: dayOf(leak.ended_at ?? Date.now()),
        page_size: 1,
      },
    }),
  );
}

function dayRows(of: MeterPage) {
  const { params, query } = input(of);
  return { params, query: { ...query, ordering: orderingOf(of.ordering, dayFields) ?? detailOrdering } };
}

function hourRows(of: MeterPage) {
  const { params, query } = input(of);
  return { params, query: { ...query, ordering: orderingOf(of.ordering, hourFields) ?? detailOrdering } };
}

/** All rows of the Day table as a file. */
export function dayRowsExport(of: MeterPage): TableExport {
  return exportOf(`GET ${details}/flow/day/export`, dayRows(of));
}

/** All rows of the Hour table as a file. */
export function hourRowsExport(of: MeterPage): TableExport {
  return exportOf(`GET ${details}/flow/hour/export`, hourRows(of));
}

type PageOfMeter = MeterPage & LeaksPage & Pick<DetailView, "leak" | "tab">;

/** All that the page shows. */
export function detailQueries(of: PageOfMeter) {
  const isByHour = of.tab === "hour";
  const [hours, days] = [hourRows(of), dayRows(of)];
  const page = { page: of.page + 1, page_size: 10 };
  return {
    /** The meter's place and its leaks. */
    overview: read(`GET ${details}/overview`, input(of)),
    why: whyQuery(of, of.leak),
    meterLeaks: meterLeaksQuery(of),
    /** The chart's points by hour. */
    hourPoints: { ...read(`GET ${details}/consumption/hour`, input(of)), enabled: isByHour },
    hourRows: {
      ...read(`GET ${details}/flow/hour`, { params: hours.params, query: { ...hours.query, ...page } }),
      enabled: isByHour,
    },
    /** The chart's points by day. */
    dayPoints: { ...read(`GET ${details}/consumption/day`, input(of)), enabled: !isByHour },
    dayRows: {
      ...read(`GET ${details}/flow/day`, { params: days.params, query: { ...days.query, ...page } }),
      enabled: !isByHour,
    },
  };
}
