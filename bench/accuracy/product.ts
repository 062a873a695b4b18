import { type Measure, short } from "../../leak-benchmark/figures/measure.ts";
import { type Column, missed, tableText } from "../../leak-benchmark/figures/table.ts";
import { DEFAULT_SEED } from "../../leak-benchmark/leaks/cases.ts";
import { listed } from "../../leak-benchmark/scoring/kind-measures.ts";
import { kindTable } from "../../leak-benchmark/scoring/kind-table.ts";
import { homeYears } from "../../leak-benchmark/scoring/untouched.ts";
import type { Figure } from "../record/figure.ts";
import { recordFigures } from "../record/record.ts";
import { BadInput } from "./given/bad-input.ts";
import { writePlots } from "./plots/page.ts";
import { besideText, runOthers } from "./real/beside.ts";
import { openingPlots } from "./real/plots.ts";
import { readRealHomes } from "./real/readings.ts";
import { type HomeChoice, realText, reportRealHomes } from "./real/report.ts";
import type { HomeResult } from "./real/run.ts";
import { simulatedMeasures } from "./simulated/measures.ts";
import { runSimulated } from "./simulated/run.ts";

/** How the figures are to be read, a sentence each; printed below the tables and kept beside the figures. */
const definitions: readonly string[] = [
  "Real: leaks put into the litre registers of real homes, hourly and without flow time; the figures are those of the half of the 26 DAIAD homes on which no rule was tuned. Beside them: the other half, and one home of AMPds2.",
  "Simulated: apartments for a year with three leaks each, 3 % of the hours missing, with flow time and, on the same hours, without; a leak is judged on the nearest meter that sees it.",
  "The product's own code works registers into hours and finds the leaks; it never sees what was put in.",
  "Hours are measured hours: the one in which the leak begins is the first, the one at whose end the leak was opened the last; a growing leak counts from where it reaches 1 gal/h, and one opened before that has 0.",
  "A leak is found by the first row of the leak list that was opened after it began and has time in common with it; a suspicion counts for bursts only, short ones aside, and a row that the same home has at that time without the leak counts for none.",
  "All leaks count that lasted for as many measured hours as they must be found in; read are those for which three quarters of the hours from their begin were measured. Homes in which water never rests for 36 hours in that window or the day before are counted apart.",
  "In simulated units a leak that begins while an older row is still open counts as missed.",
  "Precision is the share of rows, suspected ones aside, that were opened during a leak, or after one with which they have time in common, whose water runs through their meter.",
  "Rows and life: rows of a found leak, and the part of the leak's time that they cover. Lost water: the part of all lost litres whose leak was found within so many hours of the clock.",
  "The volume's error is what the product's leak gallons in the measured hours of a found leak miss of what ran out between the readings of those hours, as a part of it, less what the home has without the leak.",
  "Flat flow is a night (00:00 to 06:00) without a dry hour whose lowest hour is at least a third of its median, or six hours in a row whose lowest is at least three quarters of the highest, within a day of the opening.",
  "Intervals are 95 %: Wilson's for shares (of lost water, with as many equal leaks as it is worth), Byar's for rates by year, order statistics for medians.",
];

export const parts = ["real", "simulated"] as const;

export interface ProductWish {
  /** Folder of the data sets, and for the page of plots. */
  data: string;
  plots: string;
  homes: HomeChoice;
  /** null: both parts. */
  only: (typeof parts)[number] | null;
  /** Of the leaks put into real homes. */
  seed: number;
  /** Whether the rules of others are run on the same homes and leaks. */
  beside: boolean;
  quick: boolean;
  json: boolean;
  record: boolean;
}

const UNIT_YEARS = 2000;
const QUICK_UNIT_YEARS = 300;
const QUICK_PART = 0.2;
/** A quick run takes other buildings, so that rules can be worked on without looking at those of the figures. */
const QUICK_FIRST_BUILDING = 100;
const PLOTTED =
  "Leaks that the product reports in real homes to which nothing was done, those without flat flow first.";

/**
 * Measures the product on real and simulated homes, prints the tables, and lets the command fail when a floor is missed.
 * @throws BadInput when the readings of the real homes are not there
 */
export async function showProduct(wish: ProductWish): Promise<void> {
  const real = wish.only === "simulated" ? null : await measureReal(wish);
  const simulated = wish.only === "real" ? null : await measureSimulated(wish);
  const columns = [...(real?.columns ?? []), ...(simulated?.columns ?? [])];
  if (wish.json) print({ real: { ...real, text: undefined }, simulated: simulated?.columns, definitions });
  else {
    if (real) say(`\nReal homes\n\n${real.text}\n\n${real.summary}\nEvery opening, to judge by eye: ${real.page}\n`);
    if (simulated) say(`\nSimulated units\n\n${simulated.text}\n`);
    say(`\n${definitions.join("\n")}\n`);
  }
  if (missed(columns).length > 0) process.exitCode = 1;
  if (wish.record) await record(wish, columns, real?.summary ?? "");
}

async function measureReal({ data, plots, homes, beside, seed, quick }: ProductWish) {
  const drawing = { seed, part: quick ? QUICK_PART : 1 };
  const readings = await readRealHomes(data);
  if (readings === null) throw new BadInput(`The readings of real homes are not in ${data}; say where with --data.`);
  const report = await reportRealHomes(readings, homes, drawing, progressOf("real homes"));
  const { results } = report;
  const others = beside ? runOthers(report, drawing) : null;
  const page = await writePlots(plots, "Openings in untouched homes", PLOTTED, openingPlots(results));
  return {
    columns: report.columns.map(({ title, measures, judged }) => ({ title, measures, judged })),
    others,
    text: realText(report) + (others ? `\n\n${besideText(report, others)}` : ""),
    summary: realSummary(results),
    page,
    cases: results.flatMap((result) => result.cases),
  };
}

async function measureSimulated({ quick }: ProductWish) {
  const firstBuilding = quick ? QUICK_FIRST_BUILDING : 0;
  const result = await runSimulated(
    quick ? QUICK_UNIT_YEARS : UNIT_YEARS,
    firstBuilding,
    progressOf("simulated buildings"),
  );
  const tables: string[] = [];
  const columns = (["withFlow", "withoutFlow"] as const).map((flow): Column => {
    const { kinds, others } = simulatedMeasures(result[flow], result.unitYears, flow);
    const title = flow === "withFlow" ? "simulated, with flow time" : "simulated, without";
    tables.push(`${title}\n\n${kindTable(kinds)}`);
    return { title, measures: [...kinds.flatMap(listed), ...others], judged: true };
  });
  const shown = columns.map((column) => ({ ...column, measures: column.measures.filter(isShown) }));
  return { columns, text: [...tables, tableText(shown)].join("\n\n") };
}

/** What stands below the tables of the kinds: all that has a floor, and what is about no single kind. */
function isShown({ goal, name }: Measure): boolean {
  return goal !== null || /^(precision|false|all kinds)/.test(name);
}

/** Keeps the figures of the columns that count; which rule opened what is for those who work on the rules. */
async function record(
  { only, homes, quick, seed }: ProductWish,
  columns: readonly Column[],
  summary: string,
): Promise<void> {
  const figures = columns
    .filter(({ judged }) => judged)
    .flatMap(({ title, measures }) =>
      measures
        .filter(({ name }) => !name.includes("opened by"))
        .flatMap(figureOf)
        .map((figure) => ({ ...figure, name: `${title}: ${figure.name}` })),
    );
  const args = [
    ...(only === null ? [] : [`--only ${only}`]),
    ...(homes === "split" ? [] : [`--homes ${homes}`]),
    ...(seed === DEFAULT_SEED ? [] : [`--seed ${seed}`]),
    ...(quick ? ["--quick"] : []),
  ];
  await recordFigures({
    bench: "accuracy",
    what: [...definitions, summary].join(" "),
    command: ["npm run bench -- accuracy", ...args].join(" "),
    postgres: "not used",
    figures,
  });
}

function say(text: string): void {
  process.stdout.write(text);
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** A sentence on how many leaks were put in and how many of them count. */
function realSummary(results: readonly HomeResult[]): string {
  const cases = results.flatMap((result) => result.cases);
  const onLeak = cases.filter(({ isOnLeak }) => isOnLeak).length;
  const unmeasured = cases.filter(({ isMeasured, isRead }) => !isMeasured && !isRead).length;
  const years = results.reduce((sum, { home }) => sum + homeYears(home.hours), 0);
  const undrawn = results.reduce((sum, result) => sum + result.undrawn, 0);
  return (
    `${cases.length} leaks put into ${results.length} homes, ${years.toFixed(1)} years of measured hours; ` +
    `${onLeak} counted apart because the home leaks by itself there, ${unmeasured} with too few measured hours for anybody to find, ${undrawn} never drawn because too little is used there.`
  );
}

/** The measure as the record of all benches keeps it: interval and number of cases stand in its name. */
function figureOf({ name, unit, estimate, goal }: Measure): Figure[] {
  if (estimate === null) return [];
  const scale = unit === "%" ? 100 : 1;
  const [value, low, high] = [estimate.value, estimate.low, estimate.high].map((part) => part * scale);
  if (value === undefined) return [];
  const text = `${name} (${estimate.cases} cases, 95 %: ${short(low ?? value)} to ${short(high ?? value)})`;
  return [{ name: text, value, unit, ...(goal && { goal: { ...goal, value: goal.value * scale } }) }];
}

/** Says on standard error how far a part of the bench is: over and over on a terminal, every tenth in a log. */
function progressOf(what: string): (done: number, of: number) => void {
  const { stderr } = process;
  let lastTenth = 0;
  return (done, of) => {
    const tenth = Math.floor((done * 10) / of);
    if (stderr.isTTY) stderr.write(`\r${what}: ${done} of ${of}${done === of ? "\n" : ""}`);
    else if (tenth > lastTenth) stderr.write(`${what}: ${done} of ${of}\n`);
    lastTenth = tenth;
  };
}
