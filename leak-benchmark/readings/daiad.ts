import { readCsv } from "./csv.ts";
import { FileError } from "./file-error.ts";
import { instantsAt } from "./local-time.ts";
import type { Register } from "./register.ts";

const TIME = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d):(\d\d):(\d\d)$/;

/**
 * Registers by meter, in the order of time, from a file in the format of the DAIAD trial: `user key`, `datetime` as
 * DD/MM/YYYY HH:MM:SS on local clocks, `meter reading` in litres. In the hour that clocks repeat in autumn, a time that
 * does not lie after the one before it is the later of the two. Of several registers at one instant the highest counts.
 * @throws FileError naming the line that cannot be read
 */
export async function readDaiad(path: string, timeZone: string): Promise<Map<string, Register[]>> {
  const meters = new Map<string, Map<number, number>>();
  const last = new Map<string, number>();
  for (const { line, cell } of await readCsv(path, ["user key", "datetime", "meter reading"])) {
    const meter = cell("user key");
    const instants = instantsAt(timeZone, wallOf(cell("datetime"), `${path}, line ${line}`));
    const litres = Number(cell("meter reading"));
    if (!(litres >= 0)) throw new FileError(`${path}, line ${line}: meter reading is "${cell("meter reading")}".`);
    const before = last.get(meter) ?? Number.NEGATIVE_INFINITY;
    const at = instants.find((instant) => instant > before) ?? instants.at(-1);
    // The hour that clocks skip in spring is in no reading that a meter took.
    if (at === undefined) continue;
    last.set(meter, at);
    const own = meters.get(meter) ?? new Map<number, number>();
    meters.set(meter, own.set(at, Math.max(litres * 1000, own.get(at) ?? 0)));
  }
  return new Map([...meters].map(([meter, own]) => [meter, registersOf(own)]));
}

function registersOf(own: ReadonlyMap<number, number>): Register[] {
  return [...own].map(([at, millilitres]) => ({ at, millilitres })).sort((a, b) => a.at - b.at);
}

function wallOf(text: string, where: string): number {
  const [, day, month, year, ...clock] = TIME.exec(text) ?? [];
  const wall = Date.parse(`${year}-${month}-${day}T${clock.join(":")}Z`);
  if (Number.isNaN(wall)) throw new FileError(`${where}: datetime is "${text}"; write DD/MM/YYYY HH:MM:SS.`);
  return wall;
}
