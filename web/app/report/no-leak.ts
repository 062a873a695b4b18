import { t } from "@lingui/core/macro";
import type { ReportSearch } from "./search/report-search-fields.ts";

function isFiltered({ building_id, unit_id, only_active, bedrooms_from, bedrooms_to }: ReportSearch): boolean {
  return (building_id ?? unit_id ?? only_active ?? bedrooms_from ?? bedrooms_to) !== undefined;
}

const OF_FILTERS = t`No leak with these filters in this period. Take a filter off to see more.`;

/** Why a list of leaks is empty though its days were read. */
export function noLeaksMessage(search: ReportSearch): string {
  if (isFiltered(search)) return OF_FILTERS;
  return t`No leak lost water in this period. A leak shows here within hours of its first readings.`;
}

/** The same for the list of what to do first. */
export function nothingToDo(search: ReportSearch): string {
  return isFiltered(search) ? OF_FILTERS : t`Nothing to do: no leak lost water in this period.`;
}
