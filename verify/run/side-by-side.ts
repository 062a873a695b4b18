import { availableParallelism } from "node:os";
import { z } from "zod";
import { startProgram } from "../../bench/run/program.ts";
import { none } from "./check.ts";
import { type Run, run } from "./run-check.ts";

/** So many short-lived things are made that collecting them less often takes a tenth off. */
const FLAGS = ["--max-semi-space-size=64"];

/** A line of a check in a process of its own. */
const line = z.union([z.object({ text: z.string() }), z.object({ run })]);
export type Line = z.infer<typeof line>;

/**
 * Runs checks in processes of their own, as many at once as there are processors.
 * @param onRun gets each as soon as it is over, and the lines that it printed
 */
export async function runSideBySide(
  ids: readonly string[],
  onRun: (run: Run, messages: readonly string[]) => Promise<void>,
  interrupt: AbortSignal,
): Promise<void> {
  const left = [...ids];
  const runNext = async () => {
    for (let id = left.shift(); id !== undefined && !interrupt.aborted; id = left.shift()) {
      const program = startProgram("verify/main.ts", [id, "--json"], {}, FLAGS);
      await program.ended;
      if (interrupt.aborted) return;
      const { out, errors } = program.output();
      const lines = out.split("\n").flatMap((text) => (text.startsWith("{") ? [line.parse(JSON.parse(text))] : []));
      const runs = lines.flatMap((one) => ("run" in one ? [one.run] : []));
      const messages = lines.flatMap((one) => ("text" in one ? [one.text] : []));
      if (runs.length === 0) await onRun(failed(id), [...messages, errors]);
      for (const [n, one] of runs.entries()) await onRun(one, n === 0 ? messages : []);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));
}

function failed(id: string): Run {
  const findings = [none("processes that ended without an answer", 1)];
  return { id, proves: "It did not come to its end.", findings, seconds: 0, isWhole: false };
}
