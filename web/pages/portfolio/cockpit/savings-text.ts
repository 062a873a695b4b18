import { plural, t } from "@lingui/core/macro";
import type { Savings } from "../../../../contract/portfolio/portfolio-savings.ts";
import { cost } from "../../../app/report/text.ts";
import { formatGallonsUnit, formatNumber } from "../../../components/format.ts";

/** What verified fixes saved: "1,204 gal, $18 saved by 3 verified fixes."; null where nothing is saved. */
export function savingsText({ cases, gallons_saved, dollars_saved }: Savings["ended"]): string | null {
  if (gallons_saved === 0) return null;
  const by = plural(cases, { one: "# verified fix", other: "# verified fixes" });
  return t`${formatGallonsUnit(gallons_saved)}, ${cost(dollars_saved)} saved by ${by}.`;
}

/** The fixes that were made in the period: "3 fixes reported: 2 verified, 1 waiting for the meter"; null: none were. */
export function fixesText({ verified, waiting, failed }: Savings["fixes"]): string | null {
  const all = verified + waiting + failed;
  if (all === 0) return null;
  const results = [
    { count: verified, words: t`verified` },
    { count: waiting, words: t`waiting for the meter` },
    { count: failed, words: t`failed` },
  ].flatMap(({ count, words }) => (count === 0 ? [] : [`${formatNumber(count)} ${words}`]));
  return t`${plural(all, { one: "# fix reported", other: "# fixes reported" })}: ${results.join(", ")}`;
}

/** Leaks that ended on their own, and no longer lose water: "3 leaks ended on their own". */
export function endedText({ cases }: Pick<Savings["ended"], "cases">): string {
  return plural(cases, { one: "# leak ended on its own", other: "# leaks ended on their own" });
}
