import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

/** Thousandths of a gallon in a litre, as the product converts volumes. */
const PER_LITRE = 1e9 / 3_785_411.784;

/** A file of volumes that was made of registers, and what must come out of it. */
export interface VolumesFile {
  rows: number;
  /** Thousandths of a gallon, each row rounded for itself. */
  gallons: number;
}

/**
 * Writes what AMPds2's register says every minute as volumes of intervals of so many minutes, which begin with their
 * time. A register that falls is no volume.
 */
export async function writeVolumes(registers: string, path: string, minutes: number): Promise<VolumesFile> {
  const written: VolumesFile = { rows: 0, gallons: 0 };
  const lines = createInterface({ input: createReadStream(registers).pipe(createGunzip()) });
  async function* volumes() {
    yield "start,litres\n";
    let begin: { at: number; register: number } | null = null;
    for await (const line of lines) {
      const [at = Number.NaN, register = Number.NaN] = line.split(",").map(Number);
      if (Number.isNaN(at)) continue;
      if (begin === null) begin = { at, register };
      if (at - begin.at < minutes * 60) continue;
      const litres = Math.max(0, Math.round((register - begin.register) * 1000)) / 1000;
      written.rows++;
      written.gallons += Math.round(litres * PER_LITRE);
      yield `${begin.at},${litres}\n`;
      begin = { at, register };
    }
  }
  await pipeline(volumes, createGzip({ level: 1 }), createWriteStream(path));
  return written;
}
