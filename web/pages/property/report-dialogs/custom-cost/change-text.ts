import { t } from "@lingui/core/macro";
import { cost } from "../../../../app/report/text.ts";
import { formatDollars, NOT_MEASURED } from "../../../../components/format.ts";

/** "$1,204 → $1,310 (+$106)"; with texts of their own for an unchanged value and for null, not measured. */
export function changeText(before: number | null, after: number | null): string {
  if (before === null || after === null) return t`${NOT_MEASURED} (nothing was measured)`;
  if (before === after) return t`${cost(before)}, unchanged`;
  // Cents, where without them a change would not be seen.
  const dollars = cost(before) === cost(after) ? (value: number) => formatDollars(value, 2) : cost;
  const more = after - before;
  return `${dollars(before)} → ${dollars(after)} (${more > 0 ? "+" : ""}${dollars(more)})`;
}
