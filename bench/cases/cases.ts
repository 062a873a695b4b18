import { join } from "node:path";
import { Command } from "commander";
import { aligned } from "../../leak-benchmark/figures/table.ts";
import { showProgress } from "../../server/cli/output/progress.ts";
import { leakyUnits } from "../accuracy/simulated/units.ts";
import { percentile } from "../run/percentile.ts";
import { wholeNumber } from "../run/whole-number.ts";
import { type CaseOutcome, judgeCases } from "./judge-cases.ts";
import { listTime } from "./list-time.ts";
import { type Placebo, placeboRepairs } from "./placebo.ts";

const UNITS_A_BUILDING = 50;
/** Other buildings than those of the accuracy bench. */
const FIRST_BUILDING = 40_000;

/** `bench cases`: whether cases of leaks are proven fixed soon, and never while the leak goes on. */
export function casesBench(): Command {
  return new Command("cases")
    .description("cases of simulated leaks: one for each cause, verified soon after its end, never before")
    .option("--units <number>", "units, each simulated for a year with three leaks", wholeNumber, 2000)
    .option("--data <folder>", "folder of the data sets", process.env.DRIPLINE_DATA ?? "../shared/data")
    .option("--json", "print the figures as JSON")
    .action(async (options: { units: number; data: string; json?: true }) => {
      const outcomes: CaseOutcome[] = [];
      const progress = showProgress("units");
      for (let first = 0; first < options.units; first += UNITS_A_BUILDING) {
        const count = Math.min(UNITS_A_BUILDING, options.units - first);
        for (const unit of leakyUnits(FIRST_BUILDING + first / UNITS_A_BUILDING, count))
          outcomes.push(...judgeCases(unit));
        progress.update(first + count, options.units, `${outcomes.length} leaks`);
      }
      progress.end();
      const { cases, p95 } = await listTime();
      const figures = [
        ...figuresOf(outcomes, options.units),
        ...placeboFigures(await placeboRepairs(join(options.data, "daiad/swm_trialA_subset.csv.gz"))),
        {
          name: `list of ${cases} cases by cost a day, its first page, ms at p95`,
          value: Math.round(p95 * 10) / 10,
          of: null,
          goal: "at most 50",
          isMet: cases === 5000 && p95 <= 50,
        },
      ];
      process.stdout.write(options.json ? `${JSON.stringify(figures, null, 2)}\n` : tableOf(figures));
      process.exitCode = figures.every(({ isMet }) => isMet) ? 0 : 1;
    });
}

interface Figure {
  name: string;
  value: number;
  /** Of how many; null: it is a count. */
  of: number | null;
  goal: string;
  isMet: boolean;
}

function figuresOf(outcomes: readonly CaseOutcome[], units: number): Figure[] {
  const found = outcomes.filter(({ isFound }) => isFound);
  const judged = found.filter(({ isVerified }) => isVerified !== null);
  const count = (some: readonly CaseOutcome[], is: (one: CaseOutcome) => boolean) => some.filter(is).length;
  const verified = count(judged, ({ isVerified }) => isVerified === true);
  const tooEarly = count(found, ({ overTooEarly }) => overTooEarly);
  const control = count(found, ({ overWithoutPause }) => overWithoutPause);
  const twice = count(found, ({ cases }) => cases > 1);
  const order = count(outcomes, ({ dependsOnOrder }) => dependsOnOrder);
  const share = (part: number, all: number) => (all === 0 ? 0 : part / all);
  const kinds = [...new Set(judged.map(({ kind }) => kind))].sort();
  const ofKind = (kind: string) => judged.filter((one) => one.kind === kind);
  return [
    { name: "unit-years", value: units, of: null, goal: "", isMet: true },
    { name: "leaks found", value: found.length, of: outcomes.length, goal: "", isMet: true },
    {
      name: "fixes verified within 48 measured hours of the end and the leak's own longest pause",
      value: verified,
      of: judged.length,
      goal: "at least 99 %",
      isMet: share(verified, judged.length) >= 0.99,
    },
    ...kinds.map((kind) => ({
      name: `  ${kind}`,
      value: count(ofKind(kind), ({ isVerified }) => isVerified === true),
      of: ofKind(kind).length,
      goal: "",
      isMet: true,
    })),
    {
      name: "cases over while their leak went on",
      value: tooEarly,
      of: found.length,
      goal: "at most 0.5 %",
      isMet: share(tooEarly, found.length) <= 0.005,
    },
    ...[...new Set(found.map(({ kind }) => kind))].sort().map((kind) => ({
      name: `  ${kind}`,
      value: count(found, (one) => one.kind === kind && one.overTooEarly),
      of: count(found, (one) => one.kind === kind),
      goal: "",
      isMet: true,
    })),
    {
      name: "control: the same without waiting for a leak's own longest pause",
      value: control,
      of: found.length,
      goal: "more than with it",
      isMet: control > tooEarly,
    },
    ...savingsFigures(outcomes),
    { name: "leaks with more than one case", value: twice, of: found.length, goal: "0", isMet: twice === 0 },
    {
      name: "units whose cases depend on the order of arrival",
      value: order,
      of: outcomes.length,
      goal: "0",
      isMet: order === 0,
    },
  ];
}

/** How far the ledger of savings is off, in percent of what would have been lost. */
function savingsFigures(outcomes: readonly CaseOutcome[]): Figure[] {
  const errorsOf = (some: readonly CaseOutcome[]) =>
    some.flatMap(({ saved }) => (saved === null ? [] : 100 * Math.abs(saved - 1)));
  const rounded = (value: number) => Math.round(value * 10) / 10;
  const errors = errorsOf(outcomes);
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))].sort();
  const median = percentile(errors, 0.5);
  return [
    {
      name: `savings of ${errors.length} verified fixes, error in % at the median`,
      value: rounded(median),
      of: null,
      goal: "under 10",
      isMet: median < 10,
    },
    { name: "  at the 90th percentile", value: rounded(percentile(errors, 0.9)), of: null, goal: "", isMet: true },
    ...kinds.map((kind) => ({
      name: `  ${kind}, at the median`,
      value: rounded(percentile(errorsOf(outcomes.filter((one) => one.kind === kind)), 0.5)),
      of: null,
      goal: "",
      isMet: true,
    })),
  ];
}

/** Repairs that nobody made: how often the range of the drop in use holds zero. */
function placeboFigures(tries: readonly Placebo[]): Figure[] {
  return (["held-out", "tune"] as const).map((half) => {
    const ofHalf = tries.filter((one) => one.half === half);
    const holding = ofHalf.filter(({ holdsZero }) => holdsZero).length;
    const share = holding / ofHalf.length;
    return {
      name: `repairs that nobody made in ${half} homes whose 90 % range holds zero`,
      value: holding,
      of: ofHalf.length,
      goal: half === "tune" ? "" : "87 to 93 %",
      isMet: half === "tune" || (share >= 0.87 && share <= 0.93),
    };
  });
}

function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, of, goal, isMet }) => {
    const share = of === null || of === 0 ? "" : `${((100 * value) / of).toFixed(2)} %`;
    return [name, of === null ? String(value) : `${value} of ${of}`, share, goal, isMet ? "" : "MISSED"];
  });
  return `${aligned([["figure", "value", "", "goal", ""], ...rows])}\n`;
}
