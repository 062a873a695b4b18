import { amount, type Figure } from "../../bench/record/figure.ts";
import { recordFigures } from "../../bench/record/record.ts";
import { type Check, describeGoal, figureOf, holds, type Size } from "./check.ts";
import { type Run, runCheck } from "./run-check.ts";
import { runSideBySide } from "./side-by-side.ts";

/** The private Postgres, on which all checks run that do not say otherwise. */
const POSTGRES = "18.4";

/** What came of one check. */
export interface Outcome {
  id: string;
  seconds: number;
  passed: number;
  failed: number;
}

interface RunPlan {
  size: Size;
  /** Whether the figures are kept. */
  record: boolean;
  /** After which none is begun, and what it broke off counts as nothing. */
  interrupt: AbortSignal;
}

/**
 * Runs checks and prints what they count: one after another, and side by side those that mostly wait, then those that
 * measure no time. One that throws has failed, and the others run all the same.
 * @param outcomes gets what came of each, as soon as it is over
 */
export async function runChecks(
  checks: readonly Check[],
  { size, record, interrupt }: RunPlan,
  outcomes: Outcome[],
): Promise<void> {
  const say = (line: string) => process.stdout.write(`  ${line}\n`);
  /** Figures of each run so far, by id: several checks may share one. */
  const measured = new Map<string, Figure[][]>();
  const reportRun = async ({ id, proves, findings, seconds, isWhole }: Run) => {
    for (const { what, count, unit, must } of findings) {
      const verdict = holds({ what, count, must }) ? "ok  " : "FAIL";
      say(`${verdict} ${what}: ${amount(count, unit ?? "")} (${describeGoal(must)})`);
    }
    say(`${seconds} s`);
    const passed = findings.filter(holds).length;
    outcomes.push({ id, seconds, passed, failed: findings.length - passed });
    if (!record || !isWhole) return;
    const runs = [...(measured.get(id) ?? []), findings.map(figureOf)];
    measured.set(id, runs);
    // Recorded once, when all of its figures are known.
    if (runs.length < checks.filter((check) => check.id === id).length) return;
    const figures = runs.flat();
    const command = `npm run verify -- ${id}`;
    await recordFigures({ bench: `verify ${id}`, what: proves, command, postgres: POSTGRES, figures });
  };
  const besides = size === "fast" ? [] : [idsOf(checks, "waitsMostly"), idsOf(checks, "countsOnly")];
  const groups = besides.filter((ids) => ids.length > 1);
  for (const check of checks.filter(({ id }) => !groups.flat().includes(id))) {
    process.stdout.write(`${check.id}: ${check.proves}\n`);
    const run = await runCheck(check, size, say);
    if (interrupt.aborted) return;
    await reportRun(run);
  }
  const replayRun = async (run: Run, lines: readonly string[]) => {
    process.stdout.write(`${run.id}: ${run.proves}\n`);
    for (const line of lines) say(line);
    await reportRun(run);
  };
  for (const ids of groups) {
    if (interrupt.aborted) return;
    process.stdout.write(`Side by side, each told when it is over: ${ids.join(", ")}\n`);
    await runSideBySide(ids, replayRun, interrupt);
  }
}

/** The ids of those that may run beside one another, each once. */
function idsOf(checks: readonly Check[], trait: "waitsMostly" | "countsOnly"): string[] {
  return [...new Set(checks.filter((check) => check[trait] === true).map(({ id }) => id))];
}

/** What every check took and counted, as a table. @param seconds that all of them took together */
export function inTable(outcomes: readonly Outcome[], seconds: number): string {
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, one) => total + of(one), 0);
  const whole = { id: "all", seconds: Math.round(seconds), passed: sum((o) => o.passed), failed: sum((o) => o.failed) };
  const width = Math.max(...[...outcomes, whole].map(({ id }) => id.length)) + 1;
  const line = (id: string, ...cells: (string | number)[]) =>
    `${id.padEnd(width)}${cells.map((cell) => String(cell).padStart(9)).join("")}\n`;
  return [
    line("", "seconds", "passed", "failed"),
    ...[...outcomes, whole].map((one) => line(one.id, one.seconds, one.passed, one.failed)),
  ].join("");
}
