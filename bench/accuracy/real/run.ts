import type { Drawing } from "../../../leak-benchmark/leaks/cases.ts";
import type { Half } from "../../../leak-benchmark/leaks/halves.ts";
import type { Register } from "../../../leak-benchmark/readings/register.ts";
import { type LeakOpening, openingsOf } from "../detection/opening.ts";
import { casesOf, type RealCase } from "./cases.ts";
import { type ProductHome, readHome } from "./home.ts";

/** Readings of a real home, and whether numbers were chosen on it. `AMPds2`: a home of another trial, in neither half. */
export interface HomeReadings {
  serial: string;
  timeZone: string;
  registers: readonly Register[];
  group: HomeGroup;
}
export type HomeGroup = Half | "AMPds2";

/** What came of one real home. */
export interface HomeResult {
  home: ProductHome;
  group: HomeGroup;
  /** Leaks that the product reports in it as it is. */
  openings: LeakOpening[];
  cases: RealCase[];
  /** Leaks for which the home's use allowed none. */
  undrawn: number;
}

/**
 * Runs every home as it is and with each of its leaks.
 * @param progress called after each home
 */
export async function runRealHomes(
  homes: readonly HomeReadings[],
  drawing: Drawing,
  progress: (done: number, of: number) => void,
): Promise<HomeResult[]> {
  const results: HomeResult[] = [];
  for (const { serial, registers, timeZone, group } of homes) {
    const home = readHome(serial, registers, timeZone);
    results.push({ home, group, openings: openingsOf(home.leaks), ...casesOf(home, drawing) });
    progress(results.length, homes.length);
    // Lets an interrupt and the progress bar come through.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return results;
}
