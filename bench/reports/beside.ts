import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { amount, type Figure } from "../record/figure.ts";
import { charts } from "./beside/calls/charts.ts";
import { efficiency } from "./beside/calls/efficiency.ts";
import { finances } from "./beside/calls/finances.ts";
import { leaks } from "./beside/calls/leaks.ts";
import { properties } from "./beside/calls/properties.ts";
import { totals } from "./beside/calls/totals.ts";
import { type Beside, besideOthers } from "./beside/compare.ts";
import { fillDuck, openDuck } from "./beside/duck.ts";
import { type Exchange, writeExchange } from "./beside/exchange.ts";
import { fillPlain } from "./beside/plain.ts";
import type { Databases, Size } from "./data/databases.ts";
import type { Running } from "./server/running.ts";

/** Every request whose answer sums consumption. */
const SUMMED = [...totals, ...efficiency, ...properties, ...finances, ...leaks, ...charts];
/** Properties that all others are copies of. */
const SITES = 5;

/** Where the two others are. */
export interface Others {
  plainUrl: string;
  duckFile: string;
}

/** Fills both others with the hours of a portfolio, where that was not done before. */
export async function makeOthers(databases: Databases, url: string, folder: string, size: Size): Promise<Others> {
  const name = `${size.properties}_${size.perProperty}_${size.days}`;
  const files = join(folder, "exchange");
  let exchange: Exchange | null = null;
  const exchanged = async () => {
    exchange ??= await writeExchange(url, files, SITES, size.properties);
    return exchange;
  };
  const plainUrl = await databases.other(`plain_${name}`, async (plain) => fillPlain(plain, await exchanged()));
  const duckFile = join(folder, `hours_${name}_${databases.schema}.duckdb`);
  if (!existsSync(duckFile)) {
    process.stdout.write("Filling DuckDB…\n");
    await rm(`${duckFile}.part`, { force: true });
    await fillDuck(`${duckFile}.part`, await exchanged());
    await rename(`${duckFile}.part`, duckFile);
  }
  await rm(files, { recursive: true, force: true });
  return { plainUrl, duckFile };
}

/** Our answers beside those of the two others: each request's ratios are printed, their geometric means are figures. */
export async function besides(running: Running, others: Others, only: RegExp): Promise<Figure[]> {
  const duck = await openDuck(others.duckFile);
  process.stdout.write("\nmilliseconds: ours, plain, DuckDB; plain / ours, ours / DuckDB\n");
  try {
    const chosen = SUMMED.filter(({ call }) => only.test(call));
    return figuresOf(await besideOthers(chosen, { client: running.client, plainUrl: others.plainUrl, duck }, print));
  } finally {
    duck.close();
  }
}

function print({ url, ours, plain, duck, difference }: Beside): void {
  const times = [ours, plain, duck].map((value) => value.toFixed(1).padStart(9)).join("");
  const ratios = `${(plain / ours).toFixed(1).padStart(8)} ${(ours / duck).toFixed(2).padStart(6)}`;
  process.stdout.write(`${times} ${ratios}  ${url}\n`);
  if (difference !== null) process.stdout.write(`  ANSWERS DIFFER: ${difference}\n`);
}

function figuresOf(list: readonly Beside[]): Figure[] {
  const all = list.filter(({ difference }) => difference === null);
  const calls = Map.groupBy(all, ({ call }) => call);
  const times = (of: readonly Beside[], which: "plain" | "duck") => mean(of.map((one) => one[which] / one.ours));
  return [
    {
      name: "questions answered differently by the three",
      value: list.length - all.length,
      unit: "",
      goal: { must: "be", value: 0 },
    },
    {
      name: "times as fast as the plain way, geometric mean over the questions",
      value: times(all, "plain"),
      unit: "x",
      goal: { must: "be at least", value: 20 },
    },
    {
      name: "time of DuckDB's, geometric mean over the questions",
      value: 1 / times(all, "duck"),
      unit: "x",
      goal: { must: "be at most", value: 5 },
    },
    ...[...calls].map(([call, of]) => ({
      name: `${call.replace("/v1/reporting/", "")}: times as fast as the plain way (and ${amount(1 / times(of, "duck"), "x")} DuckDB's time)`,
      value: times(of, "plain"),
      unit: "x",
    })),
  ];
}

/** Geometric. */
function mean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
