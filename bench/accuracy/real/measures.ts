import { kindRows } from "../../../leak-benchmark/leaks/kinds.ts";
import { median, rate, share } from "../figures/intervals.ts";
import { atLeast, atMost, type Measure, measure } from "../figures/measure.ts";
import type { RealCase } from "./cases.ts";
import type { HomeResult } from "./run.ts";
import { flatDays } from "./untouched.ts";

/** Openings a year that may not be flat flow. */
const MOST_NOT_FLAT = 0.3;

/** The figures of some of the homes, in the order in which they are shown. */
export function realMeasures(results: readonly HomeResult[]): Measure[] {
  const cases = results.flatMap((result) => result.cases).filter(({ leftOut }) => !leftOut);
  return [...recalls(cases), ...constantRates(cases), ...volumes(cases), ...byRule(cases), ...untouched(results)];
}

function recalls(cases: readonly RealCase[]): Measure[] {
  return kindRows.flatMap(({ kind, within, floor }) => {
    const own = cases.filter((one) => one.kind === kind);
    const limit = within === null ? "at all" : kind.startsWith("burst") ? `by hour ${within}` : `within ${within} h`;
    const hours = own.flatMap((one) => (one.hours === null ? [] : [one.hours]));
    const inTime = own.filter((one) => one.inTime).length;
    return [
      measure(`${kind}: found ${limit}`, "%", share(inTime, own.length), floor === null ? undefined : atLeast(floor)),
      ...(within === null ? [] : [measure(`${kind}: found at all`, "%", share(hours.length, own.length))]),
      measure(`${kind}: median hours to opening`, "h", median(hours)),
    ];
  });
}

function constantRates(cases: readonly RealCase[]): Measure[] {
  const constant = cases.filter((one) => one.kind === "constant from 1 gal/h");
  return [...Map.groupBy(constant, (one) => one.rate)]
    .sort(([a], [b]) => a - b)
    .map(([gallons, own]) =>
      measure(
        `constant ${gallons} gal/h: found within 30 h`,
        "%",
        share(own.filter((one) => one.inTime).length, own.length),
      ),
    );
}

function volumes(cases: readonly RealCase[]): Measure[] {
  const errors = (own: readonly RealCase[]) =>
    median(own.flatMap(({ volumeError }) => (volumeError === null ? [] : [volumeError])));
  const constant = cases.filter(({ kind }) => kind.startsWith("constant"));
  return [
    measure("constant, all rates: median error of the volume", "%", errors(constant), atMost(0.08)),
    ...kindRows.map(({ kind, volumeFloor }) => {
      const own = cases.filter((one) => one.kind === kind);
      const goal = kind.startsWith("constant") || volumeFloor === null ? undefined : atMost(volumeFloor);
      return measure(`${kind}: median error of the volume`, "%", errors(own), goal);
    }),
  ];
}

function byRule(cases: readonly RealCase[]): Measure[] {
  return kindRows.flatMap(({ kind }) => {
    const own = cases.filter((one) => one.kind === kind);
    const rules = new Set(own.flatMap((one) => one.rules));
    return [...rules].sort().map((rule) => {
      const hits = own.filter((one) => one.rules.includes(rule)).length;
      return measure(`${kind}: opened by ${rule}`, "%", share(hits, own.length));
    });
  });
}

function untouched(results: readonly HomeResult[]): Measure[] {
  const years = results.reduce((sum, result) => sum + result.years, 0);
  const openings = results.flatMap((result) => result.openings);
  const leaks = openings.filter(({ leak }) => !leak.suspected);
  const notFlat = leaks.filter(({ flat }) => !flat);
  const rules = [...new Set(leaks.flatMap((opening) => opening.rules))].sort();
  const each = "per home-year";
  const days = results.map(({ home }) => flatDays(home));
  const sum = (key: "days" | "flat") => days.reduce((total, one) => total + one[key], 0);
  return [
    measure("untouched: openings", each, rate(leaks.length, years)),
    measure("untouched: openings that are not flat flow", each, rate(notFlat.length, years), atMost(MOST_NOT_FLAT)),
    measure("untouched: days around whose noon there is flat flow", "%", share(sum("flat"), sum("days"))),
    measure("untouched: suspected bursts", each, rate(openings.length - leaks.length, years)),
    ...rules.map((rule) => {
      const own = leaks.filter((opening) => opening.rules.includes(rule));
      return measure(`untouched: opened by ${rule}`, each, rate(own.length, years));
    }),
  ];
}
