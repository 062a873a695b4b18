import { linkOptions } from "@tanstack/react-router";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";

/** Where on the screen the list of leaks is. */
export const leaksAnchor = "leaks";

/** The list of leaks whose units add up to the screen's figures: with its days, places and bedrooms, from its first row. */
export function leaksOf(search: ReportSearch, ordering?: string) {
  return linkOptions({
    to: "/finance",
    search: { ...search, ordering, page: undefined, only_active: undefined },
    hash: leaksAnchor,
  });
}
