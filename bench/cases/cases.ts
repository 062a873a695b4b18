import { Command } from "commander";
import { showProgress } from "../../server/cli/output/progress.ts";
import { aligned } from "../accuracy/figures/table.ts";
import { leakyUnits } from "../accuracy/simulated/units.ts";
import { wholeNumber } from "../run/whole-number.ts";
import { type CaseOutcome, judgeCases } from "./judge-cases.ts";
import { listTime } from "./list-time.ts";

const UNITS_A_BUILDING = 50;
/** Other buildings than those of the accuracy bench. */
const FIRST_BUILDING = 40_000;

/** `bench cases`: whether cases of leaks are proven fixed soon, and never while the leak goes on. */
export function casesBench(): Command {
  return new Command("cases")
    .description("cases of simulated leaks: one for each cause, verified soon after its end, never before")
    .option("--units <number>", "units, each simulated for a year with three leaks", wholeNumber, 2000)
    .option("--json", "print the figures as JSON")
    .action(async (options: { units: number; json?: true }) => {
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

function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, of, goal, isMet }) => {
    const share = of === null || of === 0 ? "" : `${((100 * value) / of).toFixed(2)} %`;
    return [name, of === null ? String(value) : `${value} of ${of}`, share, goal, isMet ? "" : "MISSED"];
  });
  return `${aligned([["figure", "value", "", "goal", ""], ...rows])}\n`;
}
