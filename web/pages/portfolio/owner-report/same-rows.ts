import type { ReportView } from "../../../app/report/search/report-view.ts";

/** The same days and places on another screen. */
export function sameRows({ search, period }: ReportView) {
  const { organization_id, property_id, bedrooms_from, bedrooms_to } = search;
  return { ...period, organization_id, property_id, bedrooms_from, bedrooms_to };
}
