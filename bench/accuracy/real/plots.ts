import { isFlatFlow } from "../../../leak-benchmark/scoring/flat-flow.ts";
import { openingRules } from "../../../server/leaks/rules/opening-rules.ts";
import { localTime } from "../detection/local-time.ts";
import type { Plot } from "../plots/plot.ts";
import type { HomeResult } from "./run.ts";

/** A plot of every opening in an untouched home, those without flat flow first. */
export function openingPlots(results: readonly HomeResult[]): Plot[] {
  const plots = results.flatMap(({ home, group, openings }) =>
    openings.map(({ leak }) => {
      const flat = isFlatFlow(home.hours, leak.openedAt);
      return {
        rank: leak.suspected ? 2 : flat ? 1 : 0,
        title: [
          `${home.serial} (${group})`,
          `opened ${localTime(leak.openedAt, home.timeZone)} by ${openingRules(leak).join(" + ")}`,
          leak.suspected ? "suspected only" : flat ? "flat flow" : "NOT flat flow",
          leak.endedAt === null ? "goes on" : `ended ${localTime(leak.endedAt, home.timeZone)}`,
          `${(leak.totalGallons / 1000).toFixed(0)} gal`,
        ].join(", "),
        leak,
        hours: home.seen,
      };
    }),
  );
  return plots.sort((a, b) => a.rank - b.rank);
}
