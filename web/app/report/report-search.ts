import type { Period, PeriodName } from "../../components/period/period.ts";
import { idOf, idsOf, textOf, wordOf } from "../search-text.ts";
import { periodOf } from "./period-search.ts";

export const pageSizes = [10, 25, 50] as const;

/** What the URL of a report says. A URL that names its period says all; one without is filled up (see `entry.ts`). */
export interface ReportSearch {
  period?: PeriodName;
  start_date?: string;
  end_date?: string;
  organization_id?: number[];
  property_id?: number[];
  building_id?: number[];
  unit_id?: number[];
  only_active?: true;
  /** A column's field, with a leading minus for descending. */
  ordering?: string;
  /** As people count: 1, left out, is the first. */
  page?: number;
  page_size?: number;
}

/** Reads the URL of a report; what makes no sense in it is left out. */
export function reportSearch(raw: Record<string, unknown>): ReportSearch {
  const period = periodOf(raw.period, raw.start_date, raw.end_date);
  const page = idOf(raw.page);
  const size = idOf(raw.page_size);
  return {
    ...period,
    organization_id: idsOf(raw.organization_id),
    property_id: idsOf(raw.property_id),
    building_id: idsOf(raw.building_id),
    unit_id: idsOf(raw.unit_id),
    only_active: wordOf(raw.only_active, ["true"]) && true,
    ordering: textOf(raw.ordering),
    page: page === 1 ? undefined : page,
    page_size: pageSizes.find((known) => known === size),
  };
}

/** The period of a report's URL, yesterday where it names none. */
export function searchPeriod(search: ReportSearch): Period {
  return periodOf(search.period, search.start_date, search.end_date) ?? { period: "yesterday" };
}

/** The ordering of a URL if the table knows its field; undefined: the table's own. */
export function orderingOf<const F extends string>(
  ordering: string | undefined,
  fields: readonly F[],
): F | `-${F}` | undefined {
  for (const field of fields) {
    if (ordering === field) return field;
    if (ordering === `-${field}`) return `-${field}`;
  }
  return undefined;
}
