import { t } from "@lingui/core/macro";
import type { RankingRow } from "../../../../contract/portfolio/portfolio-ranking.ts";
import type { Overview } from "../../../../contract/reporting/reporting.ts";
import { formatDollars, formatGallons, formatNumber, NOT_MEASURED } from "../../../components/format.ts";
import type { RowMark, TableColumn } from "../../../components/table/column.ts";
import type { RankingTab } from "./ranking-query.ts";

type Ranking = RankingRow["ranking"];

const labels: Readonly<Record<NonNullable<Ranking>, string>> = { green: t`Green`, yellow: t`Yellow`, red: t`Red` };

/** The label of a ranking's colour; null, no leak percentage or no reporting meter, is a dash. */
export function rankingLabel(ranking: Ranking): string {
  return ranking === null ? NOT_MEASURED : labels[ranking];
}

/** A row's colour and label; undefined without a leak percentage. */
export function rankingMark({ ranking }: Pick<RankingRow, "ranking">): RowMark | undefined {
  return ranking === null ? undefined : { tone: ranking, label: labels[ranking] };
}

/** The element that a link to the rankings goes to. */
export const rankingAnchor = "ranking";

/** What the ranks of a ranking are based on. */
const ranks: Readonly<Record<RankingTab, string>> = {
  watchlist: t`Highest leak cost per unit first`,
  toplist: t`Least water leaked first`,
};

/** What ascending and descending mean for a column that is no amount. */
const directions: Readonly<Record<string, readonly [string, string]>> = {
  rank: [t`first place first`, t`last place first`],
  property_name: [t`A to Z`, t`Z to A`],
  ranking: [t`green first`, t`red first`],
};

/**
 * In which order a ranking stands and what it leaves out, in a sentence.
 * @param ordering a field, with "-" in front for descending
 * @param columns the table's, whose headers name the fields
 */
export function describeRankingOrder(
  tab: RankingTab,
  ordering: string,
  columns: readonly Pick<TableColumn<RankingRow>, "header" | "sortable">[],
): string {
  const field = ordering.replace(/^-/, "");
  const header = columns.find(({ sortable }) => sortable === field)?.header ?? field;
  const [ascending, descending] = directions[field] ?? [t`lowest first`, t`highest first`];
  const order = ordering === "rank" ? ranks[tab] : t`By ${header}, ${ordering === field ? ascending : descending}`;
  return tab === "toplist" ? t`${order}; 80% of the units must have reported` : order;
}

/** What all rows of a ranking add up to; a column that is left out has no total. */
export type RankingTotals = Partial<Record<"leaking_units" | "leak_volume" | "leak_cost", string>>;

/**
 * The portfolio's figures, which the properties with leaks, all on the watchlist, add up to. Its leak percentage is none of
 * them: it includes the water of properties without leaks.
 */
export function watchlistTotals(overview: Overview | undefined): RankingTotals {
  if (overview === undefined) return {};
  return {
    leaking_units: formatNumber(overview.units_with_leakage),
    leak_volume: formatGallons(overview.gallons_leaked),
    leak_cost: formatDollars(overview.leak_cost, 2),
  };
}

/** Why a ranking is empty. */
export const rankingEmpty: Readonly<Record<RankingTab, string>> = {
  watchlist: t`No property lost water to a leak in this period. One that does shows here.`,
  toplist: t`A property shows here once 80% of its units report and use water in this period.`,
};
