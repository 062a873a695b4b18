import type { CaseTimes } from "../../../../contract/leaks/case-times.ts";
import { parseOrdering } from "../../../components/table/ordering.ts";
import { locale } from "../../../language/language.ts";
import { type TimesOrdering, timeFields } from "./times-search.ts";

/**
 * The rows in an order; equal ones stay as they are. What is not known is last, whichever way it goes.
 * @param nameOf what a row is called on the screen
 */
export function sortedTimes(
  rows: readonly CaseTimes[],
  ordering: TimesOrdering,
  nameOf: (row: CaseTimes) => string,
): CaseTimes[] {
  const order = parseOrdering(ordering);
  const field = timeFields.find((known) => known === order?.field) ?? "cases";
  const sign = order?.descending === true ? -1 : 1;
  return rows.toSorted((a, b) => {
    if (field === "name") return sign * nameOf(a).localeCompare(nameOf(b), locale, { numeric: true });
    const [x, y] = [a[field], b[field]];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (x - y);
  });
}
