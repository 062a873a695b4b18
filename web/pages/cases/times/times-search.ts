import { type ListPage, listPage } from "../../../app/list-page.ts";
import { linkPeriod } from "../../../app/report/search/period-search.ts";
import { orderingOf } from "../../../app/report/search/report-search.ts";
import { choiceOf, idsOf, textOf } from "../../../app/search-text.ts";
import type { Period } from "../../../components/period/period.ts";

/** What a row is about; the first is what the page opens with. */
export const timesBy = ["property", "person", "kind"] as const;
export type TimesBy = (typeof timesBy)[number];

/** What the table can be ordered by. */
export const timeFields = [
  "name",
  "cases",
  "hours_to_acknowledged",
  "hours_to_assigned",
  "hours_to_fixed",
  "hours_to_verified",
  "fixed",
  "held",
  "held_percentage",
] as const;
export type TimeField = (typeof timeFields)[number];
export type TimesOrdering = TimeField | `-${TimeField}`;

/** The search params of the case times. */
export interface TimesSearch extends ListPage {
  period?: Period["period"] | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  property_id?: number[] | undefined;
  by?: Exclude<TimesBy, "property"> | undefined;
  ordering?: TimesOrdering | undefined;
}

/** Reads the URL; what makes no sense in it is left out. */
export function timesSearch(raw: Record<string, unknown>): TimesSearch {
  const period = linkPeriod(raw);
  return {
    period: period?.period,
    start_date: period?.start_date,
    end_date: period?.end_date,
    property_id: idsOf(raw.property_id),
    by: choiceOf(raw.by, ["person", "kind"]),
    ordering: orderingOf(textOf(raw.ordering), timeFields),
    ...listPage(raw, 25),
  };
}
