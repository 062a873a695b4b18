import type { Outcome, UnitOutcome } from "./judge.ts";
import { judgeBuildings } from "./worker.ts";

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
 * @param firstBuilding a number from which its seeds follow; others give other buildings
 * @param progress called after each building
 */
export async function runSimulated(
  unitYears: number,
  firstBuilding: number,
  progress: (done: number, of: number) => void,
): Promise<SimulatedResult> {
  const buildings = Array.from(
    { length: Math.ceil(unitYears / UNITS_A_BUILDING) },
    (_, number) => firstBuilding + number,
  );
  const byBuilding: UnitOutcome[][] = [];
  const share = (thread: number) => buildings.filter((building) => building % THREADS === thread);
  const seen = (outcomes: UnitOutcome[]) => {
    byBuilding.push(outcomes);
    progress(byBuilding.length, buildings.length);
  };
  await Promise.all(
    Array.from({ length: THREADS }, (_, thread) => judgeBuildings(share(thread), UNITS_A_BUILDING, seen)),
  );
  const units = byBuilding.flat();
  return {
    unitYears: units.length,
    withFlow: together(units.map(({ withFlow }) => withFlow)),
    withoutFlow: together(units.map(({ withoutFlow }) => withoutFlow)),
  };
}

function together(outcomes: readonly Outcome[]): Outcome {
  return {
    cases: outcomes.flatMap(({ cases }) => cases),
    openings: outcomes.flatMap(({ openings }) => openings),
  };
}
