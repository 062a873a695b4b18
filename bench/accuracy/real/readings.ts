import { createReadStream, existsSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { halfOf } from "../../../leak-benchmark/leaks/halves.ts";
import type { Register } from "../../../leak-benchmark/readings/register.ts";
import { dataSets } from "../../imports/data-sets.ts";
import { readRegisters } from "../detection/registers.ts";
import type { HomeReadings } from "./run.ts";

/** The file of AMPds2 has a row a minute; the meters of the benchmark are read every hour. */
const ROWS_AN_HOUR = 60;

/** The real homes below the folder of data sets: those of DAIAD, and that of AMPds2 if it is there. null: not there. */
export async function readRealHomes(data: string): Promise<HomeReadings[] | null> {
  const [daiad, ampds2] = [fileOf(data, "DAIAD"), fileOf(data, "AMPds2")];
  if (daiad === null) return null;
  const { meters, timeZone } = await readRegisters(daiad, null);
  const halves = halfOf(meters.keys());
  const homes: HomeReadings[] = [...meters].map(([serial, registers]) => ({
    serial,
    timeZone,
    registers,
    group: halves.get(serial) ?? "tune",
  }));
  if (ampds2 === null) return homes;
  const registers = await readAmpds2(ampds2);
  return [...homes, { serial: "AMPds2", timeZone: "America/Vancouver", registers, group: "AMPds2" }];
}

function fileOf(data: string, name: string): string | null {
  const path = resolve(data, dataSets.find((one) => one.name === name)?.file ?? "");
  return existsSync(path) ? path : null;
}

/** An hourly register in whole litres. Columns of the file: unix_ts, counter in litres, and two rates. */
async function readAmpds2(path: string): Promise<Register[]> {
  const registers: Register[] = [];
  let row = 0;
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) {
    if (row++ % ROWS_AN_HOUR !== 1) continue;
    const [seconds, litres] = line.split(",").map(Number);
    if (seconds === undefined || litres === undefined) continue;
    registers.push({ at: seconds * 1000, millilitres: Math.floor(litres) * 1000 });
  }
  return registers;
}
