import type { RankingRow } from "../../../../contract/portfolio-ranking.ts";
import { NOT_MEASURED } from "../../../components/format.ts";
import type { RowMark } from "../../../components/table/column.ts";
import type { RankingTab } from "./ranking-query.ts";

type Ranking = RankingRow["ranking"];

const words: Readonly<Record<NonNullable<Ranking>, string>> = { green: "Green", yellow: "Yellow", red: "Red" };

/** A ranking's colour in words; null, no leak percentage or no reporting meter, is a dash. */
export function rankingWord(ranking: Ranking): string {
  return ranking === null ? NOT_MEASURED : words[ranking];
}

/** How a row is coloured, with its word; not at all without a leak percentage. */
export function rankingMark({ ranking }: Pick<RankingRow, "ranking">): RowMark | undefined {
  return ranking === null ? undefined : { tone: ranking, word: words[ranking] };
}

/** The element that a link to the rankings goes to. */
export const rankingAnchor = "ranking";

/** What a ranking lists and in which order, in a sentence. */
export const rankingOrders: Readonly<Record<RankingTab, string>> = {
  watchlist: "Highest leak cost per unit first",
  toplist: "Least water leaked first; 80% of the units must have reported",
};

/** Why a ranking is empty. */
export const rankingEmpty: Readonly<Record<RankingTab, string>> = {
  watchlist: "No property lost water to a leak in these days. One that does shows here.",
  toplist: "A property shows here once 80% of its units report and use water in these days.",
};
