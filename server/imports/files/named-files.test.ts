import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RegisterTrack } from "../readings/register-track.ts";
import { byHeader, readAll } from "../testing/read-all.ts";

const DATA = process.env.SHARED_DATA ?? join(import.meta.dirname, "../../../../shared/data");
const daiad = join(DATA, "daiad/swm_trialA_subset.csv.gz");
const ampds2 = join(DATA, "ampds2/Water_WHW.csv.gz");

function missing(path: string): boolean {
  if (existsSync(path)) return false;
  console.warn(`SKIPPED: ${path} is not there. Set SHARED_DATA to the folder of the published data sets.`);
  return true;
}

test.skipIf(missing(daiad))(
  "all readings of 26 homes, the doubled hour included, and their registers' difference",
  async () => {
    const { readings, rejected } = await readAll(daiad, byHeader, "Europe/Madrid");
    expect(rejected).toEqual([]);
    expect(readings).toHaveLength(199_825);
    expect(new Set(readings.map(({ serial, at }) => `${serial} ${at}`)).size).toBe(199_825);
    const tracks = new Map<string, RegisterTrack>();
    const odd = { dip: 0, gap: 0, quarantined: 0 };
    for (const { serial, row, at, gallons } of readings) {
      const track = tracks.get(serial) ?? new RegisterTrack(serial);
      tracks.set(serial, track);
      for (const { kind } of track.see(row, at, gallons)) odd[kind]++;
    }
    expect(tracks.size).toBe(26);
    expect([...tracks.values()].reduce((sum, track) => sum + (track.net ?? 0), 0)).toBe(2_498_011_000);
    expect(odd.dip).toBe(52);
  },
);

test.skipIf(missing(ampds2))(
  "two years by the minute, the rows with a plus sign before their time included",
  async () => {
    const { readings, rejected } = await readAll(ampds2, byHeader, "America/Vancouver");
    expect(rejected).toEqual([]);
    expect(readings).toHaveLength(1_051_200);
    expect(readings.at(-1)?.at).toBe(Date.parse("2014-04-01T06:59Z"));
  },
);
