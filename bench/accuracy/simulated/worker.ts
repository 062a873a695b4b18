import { parentPort, Worker, workerData } from "node:worker_threads";
import { z } from "zod";
import { judgeUnit, type UnitOutcome } from "./judge.ts";
import { leakyUnits } from "./units.ts";

const work = z.object({ buildings: z.array(z.number()), units: z.number() });

/**
 * Judges whole buildings on a thread of their own.
 * @param units in each building
 * @param seen called with what came of each building
 */
export function judgeBuildings(
  buildings: number[],
  units: number,
  seen: (outcomes: UnitOutcome[]) => void,
): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { buildings, units } });
  return new Promise((resolve, reject) => {
    worker.on("message", seen);
    worker.on("error", reject);
    worker.on("exit", () => resolve());
  });
}

// This file is also what the thread runs.
const given = work.safeParse(workerData);
if (parentPort !== null && given.success) {
  const { buildings, units } = given.data;
  for (const building of buildings) parentPort.postMessage(leakyUnits(building, units).map(judgeUnit));
}
