import { exportOf } from "../../../../app/export.ts";
import { dependent, read } from "../../../../app/query.ts";
import { orderingOf } from "../../../../app/report/search/report-search.ts";
import type { TableExport } from "../../../../components/table/TableFiles.tsx";
import { language } from "../../../../language/language.ts";
import { measure } from "../../../../language/measure.ts";
import type { DetailView } from "./detail-view.ts";
import { leaksFields } from "./leak-search.ts";

type Meter = Pick<DetailView, "meter" | "propertyId">;

/** Why the leak of a meter that ran at an instant is one; without an instant its newest. */
export function whyQuery({ meter, propertyId }: Meter, started_at?: string) {
  return read("GET /v1/leaks/why", { query: { meter, property_id: propertyId, started_at, language, measure } });
}

/** The default ordering of a meter's leaks: newest first. */
export const leaksOrdering = "-started_at";

/** One page of the list of all leaks of a meter. */
export type LeaksPage = Meter & Pick<DetailView, "organizationId" | "leaksOrdering" | "leaksPage">;

function meterLeaks({ meter, propertyId, organizationId, leaksOrdering: chosenOrdering }: LeaksPage) {
  return {
    meter,
    property_id: propertyId === undefined ? undefined : [propertyId],
    organization_id: organizationId === undefined ? undefined : [organizationId],
    ordering: orderingOf(chosenOrdering, leaksFields) ?? leaksOrdering,
  };
}

/** One page of all leaks of a meter, whenever they ran. */
export function meterLeaksQuery(of: LeaksPage) {
  return read("GET /v1/leaks", { query: { ...meterLeaks(of), page: of.leaksPage + 1, page_size: 10 } });
}

/** All leaks of a meter as a file. */
export function meterLeaksExport(of: LeaksPage): TableExport {
  return exportOf("GET /v1/leaks/export", { query: meterLeaks(of) });
}

/** A meter's hours in local days, both included. */
export function hoursAroundQuery({ meter, propertyId }: Meter, start_date: string, end_date: string) {
  const property_id = propertyId === undefined ? undefined : [propertyId];
  return dependent(
    read("GET /v1/reporting/leak-report/leak-details/meters/{meter}/consumption/hour", {
      params: { meter },
      query: { start_date, end_date, property_id },
    }),
  );
}
