import { z } from "zod";
import { type Check, type Finding, none, type Size } from "./check.ts";

const must = z.union([
  z.strictObject({ be: z.number() }),
  z.strictObject({ reach: z.number() }),
  z.strictObject({ stay: z.number() }),
]);

/** A check that is over. */
export const run = z.object({
  id: z.string(),
  proves: z.string(),
  findings: z.array(z.object({ what: z.string(), count: z.number(), unit: z.string().optional(), must })),
  seconds: z.number(),
  /** Whether it came to its end, so that its figures are of all of it. */
  isWhole: z.boolean(),
});
export type Run = z.infer<typeof run>;

const thrown: string[] = [];
// What a check leaves to itself and then fails must not end the others.
process.on("unhandledRejection", (reason) => thrown.push(inFull(reason)));

/** Runs a check in this process. One that throws has failed. */
export async function runCheck(check: Check, size: Size, say: (line: string) => void): Promise<Run> {
  const began = performance.now();
  const findings: Finding[] = await check.run(say, size).catch((error) => {
    thrown.push(inFull(error));
    return [];
  });
  const wrong = thrown.splice(0);
  for (const sentence of wrong) say(sentence);
  if (wrong.length > 0) findings.push(none("errors that stopped it", wrong.length));
  const seconds = Math.round((performance.now() - began) / 1000);
  return { id: check.id, proves: check.proves, findings, seconds, isWhole: wrong.length === 0 };
}

function inFull(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
