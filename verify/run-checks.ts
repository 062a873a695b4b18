import { amount, type Figure } from "../bench/record/figure.ts";
import { recordFigures } from "../bench/record/record.ts";
import { type Check, type Finding, figureOf, holds, inWords, none, type Size } from "./check.ts";

/** The private Postgres, on which all checks run that do not say otherwise. */
const POSTGRES = "18.4";

/** What came of one check. */
export interface Outcome {
  id: string;
  seconds: number;
  passed: number;
  failed: number;
}

/**
 * Runs checks one after another and prints what they count. One that throws has failed, and the others run all the same.
 * @param outcomes gets what came of each, as soon as it is over
 * @param interrupt after which none is begun, and what it broke off counts as nothing
 */
export async function runChecks(
  checks: readonly Check[],
  size: Size,
  record: boolean,
  outcomes: Outcome[],
  interrupt: AbortSignal,
): Promise<void> {
  const say = (line: string) => process.stdout.write(`  ${line}\n`);
  /** Figures so far, by id: several checks may show one. */
  const measured = new Map<string, Figure[]>();
  const thrown: string[] = [];
  // What a check leaves to itself and then fails must not end the others.
  process.on("unhandledRejection", (reason) => thrown.push(inFull(reason)));
  for (const check of checks) {
    process.stdout.write(`${check.id}: ${check.proves}\n`);
    const began = performance.now();
    const findings: Finding[] = await check.run(say, size).catch((error) => {
      thrown.push(inFull(error));
      return [];
    });
    if (interrupt.aborted) return;
    const wrong = thrown.splice(0);
    for (const sentence of wrong) say(sentence);
    if (wrong.length > 0) findings.push(none("errors that stopped it", wrong.length));
    for (const { what, count, unit, must } of findings) {
      const word = holds({ what, count, must }) ? "ok  " : "FAIL";
      say(`${word} ${what}: ${amount(count, unit ?? "")} (${inWords(must)})`);
    }
    const seconds = Math.round((performance.now() - began) / 1000);
    say(`${seconds} s`);
    const passed = findings.filter(holds).length;
    outcomes.push({ id: check.id, seconds, passed, failed: findings.length - passed });
    if (!record || wrong.length > 0) continue;
    const figures = [...(measured.get(check.id) ?? []), ...findings.map(figureOf)];
    measured.set(check.id, figures);
    const command = `npm run verify -- ${check.id}`;
    await recordFigures({ bench: `verify ${check.id}`, what: check.proves, command, postgres: POSTGRES, figures });
  }
}

/** What every check took and counted, as a table. */
export function inTable(outcomes: readonly Outcome[]): string {
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, one) => total + of(one), 0);
  const whole = {
    id: "all",
    seconds: sum((o) => o.seconds),
    passed: sum((o) => o.passed),
    failed: sum((o) => o.failed),
  };
  const line = (id: string, ...cells: (string | number)[]) =>
    `${id.padEnd(4)}${cells.map((cell) => String(cell).padStart(9)).join("")}\n`;
  return [
    line("", "seconds", "passed", "failed"),
    ...[...outcomes, whole].map(({ id, seconds, passed, failed }) => line(id, seconds, passed, failed)),
  ].join("");
}

function inFull(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
