import { Worker } from "node:worker_threads";
import type { Outcome, UnitOutcome } from "./judge.ts";

/** What came of all buildings. */
export interface SimulatedResult {
  unitYears: number;
  withFlow: Outcome;
  withoutFlow: Outcome;
}

const THREADS = 2;
const UNITS_A_BUILDING = 50;

/**
 * Simulates so many units for a year each and lets the product look for their leaks, on two threads.
 * @param progress called after each building
 */
export async function runSimulated(
  unitYears: number,
  progress: (done: number, of: number) => void,
): Promise<SimulatedResult> {
  const buildings = Array.from({ length: Math.ceil(unitYears / UNITS_A_BUILDING) }, (_, number) => number);
  const byBuilding: UnitOutcome[][] = [];
  const share = (thread: number) => buildings.filter((building) => building % THREADS === thread);
  const seen = (outcomes: UnitOutcome[]) => {
    byBuilding.push(outcomes);
    progress(byBuilding.length, buildings.length);
  };
  await Promise.all(Array.from({ length: THREADS }, (_, thread) => judgeBuildings(share(thread), seen)));
  const units = byBuilding.flat();
  return {
    unitYears: units.length,
    withFlow: together(units.map(({ withFlow }) => withFlow)),
    withoutFlow: together(units.map(({ withoutFlow }) => withoutFlow)),
  };
}

function judgeBuildings(buildings: number[], seen: (outcomes: UnitOutcome[]) => void): Promise<void> {
  const workerData = { buildings, units: UNITS_A_BUILDING };
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    worker.on("message", seen);
    worker.on("error", reject);
    worker.on("exit", () => resolve());
  });
}

function together(outcomes: readonly Outcome[]): Outcome {
  return {
    cases: outcomes.flatMap(({ cases }) => cases),
    openings: outcomes.flatMap(({ openings }) => openings),
  };
}
