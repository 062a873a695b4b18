import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import type { DataSet } from "./data-sets.ts";

/** Litres in a gallon of 231 cubic inches. */
const LITRES = 3.785411784;

/** What a file says about one meter; registers in thousandths of a litre. */
interface MeterAccount {
  first: number;
  last: number;
  highest: number;
}

/** What a file says, read line by line without the product. */
export interface FileAccount {
  rows: number;
  /** Times that stand twice for the same meter. */
  doubled: number;
  meters: Map<string, MeterAccount>;
}

/** Reads a file of registers on its own account, so that what was imported can be held against it. */
export async function accountOf(path: string, { columns }: DataSet): Promise<FileAccount> {
  const meters = new Map<string, MeterAccount>();
  const seen = new Set<string>();
  let rows = 0;
  let doubled = 0;
  let isHeader = true;
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) {
    if (isHeader || line === "") {
      isHeader = false;
      continue;
    }
    const cells = line.split(columns.delimiter);
    const serial = columns.serial === null ? "" : cells[columns.serial];
    const register = Math.round(Number(cells[columns.register]) * 1000);
    const key = `${serial} ${cells[columns.time]}`;
    rows++;
    if (seen.has(key)) doubled++;
    seen.add(key);
    const meter = meters.get(serial);
    if (meter === undefined) {
      meters.set(serial, { first: register, last: register, highest: register });
    } else {
      meter.last = register;
      meter.highest = Math.max(meter.highest, register);
    }
  }
  return { rows, doubled, meters };
}

/** Last less first register of all meters, in litres. */
export function netLitres({ meters }: FileAccount): number {
  let thousandths = 0;
  for (const { first, last } of meters.values()) thousandths += last - first;
  return thousandths / 1000;
}

/** What the hours of a meter must add up to, in thousandths of a gallon: each end of the register converted once. */
export function gallonsOf({ first, highest }: MeterAccount): number {
  return Math.round(highest / LITRES) - Math.round(first / LITRES);
}
