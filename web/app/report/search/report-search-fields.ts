import type { Performance } from "../../../../contract/reporting/reporting.ts";
import type { PeriodName } from "../../../components/period/period.ts";

/** What of a link can be unreadable, as a person would name it. */
export type LinkPart = "days" | "page" | "places" | "filters" | "tab" | "ordering";

/** From the whole to the part. */
export type PlaceKind = "organization" | "property" | "building" | "unit";

/** The search params of a report. A URL with a period is complete; one without is filled in (see `entry.ts`). */
export interface ReportSearch {
  period?: PeriodName;
  /** Other names of the period, which leak pages use; they are led on as `period`. */
  dateRangeLabel?: undefined;
  days_ago?: undefined;
  start_date?: string;
  end_date?: string;
  organization_id?: number[];
  property_id?: number[];
  building_id?: number[];
  unit_id?: number[];
  only_active?: true;
  /** Only properties of these classes. */
  performance?: Performance[];
  /** Only properties in these states, as addresses have them. */
  state?: string[];
  /** Changes against the same number of days before are shown, or not; left out: what the screen does by itself. */
  comparison?: "previous_period" | "none";
  /** Only units with at least so many bedrooms; left out: 0. */
  bedrooms_from?: number;
  /** Only units with at most so many bedrooms; left out: 7, seven or more. */
  bedrooms_to?: number;
  /** A column's field, with a leading minus for descending. */
  ordering?: string;
  /** As people count: 1, left out, is the first. */
  page?: number;
  page_size?: number;
  /** Which of the screen's main tabs is open; its first is left out. */
  tab?: string;
  /** Of lists of meters; left out: by the day. */
  granularity?: "hour";
  /** Which dialog is open. */
  dialog?: string;
  /** What a point of the dialog's chart stands for; left out: a day. */
  resolution?: "week" | "month";
  /** Places that the link which led here named, and that are not there or not to be seen: they were left out. */
  missing?: PlaceKind[];
  /** Parts of that link that made no sense: they were left out. */
  unread?: LinkPart[];
}
