import { type Half, halfOf } from "../../../leak-benchmark/leaks/halves.ts";
import type { Register } from "../../../leak-benchmark/readings/register.ts";
import { type LeakOpening, openingsOf } from "../detection/opening.ts";
import { casesOf, type RealCase } from "./cases.ts";
import { type ProductHome, readHome } from "./home.ts";

/** What came of one real home. */
export interface HomeResult {
  home: ProductHome;
  half: Half;
  /** Leaks that the product reports in it as it is. */
  openings: LeakOpening[];
  cases: RealCase[];
  /** Leaks for which the home's use allowed none. */
  undrawn: number;
}

/**
 * Runs every home as it is and with each of its leaks.
 * @param part of the usual number of leaks
 * @param progress called after each home
 */
export async function runRealHomes(
  meters: ReadonlyMap<string, readonly Register[]>,
  timeZone: string,
  part: number,
  progress: (done: number, of: number) => void,
): Promise<HomeResult[]> {
  const halfBySerial = halfOf(meters.keys());
  const results: HomeResult[] = [];
  for (const [serial, registers] of meters) {
    const home = readHome(serial, registers, timeZone);
    const half = halfBySerial.get(serial) ?? "tune";
    results.push({ home, half, openings: openingsOf(home.leaks), ...casesOf(home, part) });
    progress(results.length, meters.size);
    // Lets an interrupt and the progress bar come through.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return results;
}
