import { type Half, halfOf } from "../../../leak-benchmark/leaks/halves.ts";
import type { Register } from "../../../leak-benchmark/readings/register.ts";
import { casesOf, type RealCase } from "./cases.ts";
import { type Home, readHome } from "./home.ts";
import { homeYears, type Opening, openingsOf } from "./untouched.ts";

/** What came of one real home. */
export interface HomeResult {
  home: Home;
  half: Half;
  /** Years of its measured hours. */
  years: number;
  openings: Opening[];
  cases: RealCase[];
  /** Leaks for which no onset was found whose window is read. */
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
    const openings = openingsOf(home);
    results.push({ home, half, years: homeYears(home.hours), openings, ...casesOf(home, part) });
    progress(results.length, meters.size);
    // Lets an interrupt and the progress bar come through.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return results;
}
