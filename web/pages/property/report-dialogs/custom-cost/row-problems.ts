import { t } from "@lingui/core/macro";
import { type CostRow, isComplete } from "./cost-rows.ts";
import { type DaySpan, OPEN, sharedDays } from "./timeline/day-spans.ts";
import { spanText } from "./timeline/price-text.ts";

/** The days of a complete row. */
export function rowDays({ start_date, end_date }: CostRow): DaySpan {
  return { first: start_date, last: end_date === "" ? OPEN : end_date };
}

function shareUnits(one: CostRow, other: CostRow): boolean {
  if (one.property_id !== other.property_id) return false;
  return one.unit_ids === null || other.unit_ids === null || one.unit_ids.some((id) => other.unit_ids?.includes(id));
}

/**
 * The first row before this one that has a price for one of the same units and days, and those days; null: none. Which
 * of two prices for a day applies would be ambiguous.
 */
export function overlapOf(costs: readonly CostRow[], index: number): { row: number; days: DaySpan } | null {
  const own = costs[index];
  if (own === undefined || !isComplete(own)) return null;
  for (const [row, other] of costs.slice(0, index).entries()) {
    const days = isComplete(other) && shareUnits(own, other) ? sharedDays(rowDays(own), rowDays(other)) : null;
    if (days !== null) return { row, days };
  }
  return null;
}

export const NO_UNITS = t`This property has no units to set a cost for`;

/**
 * What is wrong with rows beyond their single fields, under the form's names of fields.
 * @param unitsOf ids of all units of a property; undefined: not known yet
 */
export function rowProblems(
  costs: readonly CostRow[],
  unitsOf: (property: number) => readonly number[] | undefined,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [index, { property_id }] of costs.entries()) {
    if (property_id !== null && unitsOf(Number(property_id))?.length === 0)
      found[`costs.${index}.property_id`] = NO_UNITS;
    const overlap = overlapOf(costs, index);
    if (overlap !== null) {
      found[`costs.${index}.start_date`] = t`Overlaps property cost ${overlap.row + 1}: ${spanText(overlap.days)}`;
    }
  }
  return found;
}

const fields = ["property_id", "unit_ids", "cost", "start_date", "end_date"];

/** The field to go to first: of the first row that has something wrong, in the order of its fields. */
export function firstWrong(errors: Readonly<Record<string, unknown>>, rows: number): string | undefined {
  const all = Array.from({ length: rows }, (_, row) => fields.map((field) => `costs.${row}.${field}`)).flat();
  return all.find((path) => Boolean(errors[path]));
}

/** Chosen units that are not there any more, taken out; undefined: the row has none such. */
export function withoutGone(row: CostRow, there: readonly number[]): { left: number[]; gone: number } | undefined {
  if (row.unit_ids === null) return undefined;
  const left = row.unit_ids.filter((id) => there.includes(id));
  const gone = row.unit_ids.length - left.length;
  return gone === 0 ? undefined : { left, gone };
}
