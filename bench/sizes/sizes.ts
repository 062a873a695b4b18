import { Command } from "commander";
import { showProgress } from "../../server/cli/output/progress.ts";
import { type Connections, connect } from "../../server/database/connect.ts";
import type { EmbeddedPostgres } from "../../server/database/embedded.ts";
import { migrate } from "../../server/database/migrate.ts";
import { refreshAll } from "../../server/metering/refresh-all.ts";
import { packMonths } from "../../server/packed-months/pack-months.ts";
import { DAY_MS } from "../../server/time/durations.ts";
import { dayNumber, localDay } from "../../server/time/local-day.ts";
import { type Copy, makeCopies, planned, ZONE } from "../rebuild/copies.ts";
import { copyHistory, markHistory, storeHistory } from "../rebuild/history.ts";
import type { Figure } from "../record/figure.ts";
import { report } from "../record/report.ts";
import { postgresVersion, withPostgres } from "../run/private-database.ts";
import { wholeNumber } from "../run/whole-number.ts";
import { type Sizes, sizesNow } from "./sizes-now.ts";

/** The first local day. */
const BEGIN = dayNumber("2026-01-01");

/** Bytes of a meter below which a table is not named. */
const LEAST = 250;

interface Options {
  meters: number;
  perProperty: number;
  days: number;
  record?: true;
}

/** `bench sizes`: what a meter takes on disk, once and by the year, table by table. */
export function sizesBench(): Command {
  return new Command("sizes")
    .description("bytes of a meter on disk, once and by the year, table by table")
    .option("--meters <number>", "meters in all", wholeNumber, 1000)
    .option("--per-property <number>", "meters of a property", wholeNumber, 200)
    .option("--days <number>", "days of each of the two halves", wholeNumber, 90)
    .option("--record", "keep the figures in docs/")
    .action(async (options: Options) => {
      const { figures, postgres } = await withPostgres((owned) => measure(owned, options));
      const what =
        `${options.meters} meters (properties of ${options.perProperty}) with ${options.days} days of simulated readings ` +
        "and all that follows from them, and then as many days more; every table with its indexes, rewritten before " +
        "it is weighed. By the year: what the second half added, for 365 days. Once: what is left of the first half " +
        "without that. Packed: all of it once every month is packed.";
      const command = `npm run bench -- sizes --meters ${options.meters} --days ${options.days}`;
      await report({ bench: "sizes", what, command, postgres, figures }, options.record === true);
    });
}

async function measure({ url }: EmbeddedPostgres, options: Options): Promise<{ figures: Figure[]; postgres: string }> {
  await migrate(url);
  const connections = connect(url);
  try {
    const plan = planned(options.perProperty);
    const copies = await makeCopies(connections, plan, Math.ceil(options.meters / options.perProperty));
    await addDays(connections, plan, copies, BEGIN, options.days);
    const first = await sizesNow(connections);
    await addDays(connections, plan, copies, BEGIN + options.days, options.days);
    const second = await sizesNow(connections);
    await packMonths(connections, () => localDay(ZONE, BEGIN + 2 * options.days).startsAt + 100 * DAY_MS);
    const packed = await sizesNow(connections);
    const meters = copies.length * options.perProperty;
    return {
      figures: figuresOf(first, second, packed, meters, options.days),
      postgres: await postgresVersion(connections),
    };
  } finally {
    await connections.close();
  }
}

async function addDays(
  connections: Connections,
  plan: ReturnType<typeof planned>,
  copies: Copy[],
  from: number,
  days: number,
): Promise<void> {
  const [first, ...others] = copies;
  const until = localDay(ZONE, from + days).startsAt;
  const filling = showProgress("history");
  const history = await storeHistory(connections, plan, first, days, until, (share) => filling.update(share, 1, ""));
  filling.end();
  for (const other of others) await copyHistory(connections, first, other, from);
  await markHistory(connections, copies, history);
  const working = showProgress("refresh");
  await refreshAll(
    connections,
    () => until,
    (done, left) => working.update(done, done + left, `${done} meters`),
  );
  working.end();
}

function figuresOf(first: Sizes, second: Sizes, packed: Sizes, meters: number, days: number): Figure[] {
  const yearly = (from: number, to: number) => ((to - from) / days / meters) * 365;
  const grown: Figure[] = [];
  const stay: Figure[] = [];
  let [once, year] = [0, 0];
  for (const [table, bytes] of [...second.bytes].sort((a, b) => b[1] - a[1])) {
    const before = first.bytes.get(table) ?? 0;
    const grows = yearly(before, bytes);
    const stays = before / meters - (grows * days) / 365;
    once += stays;
    year += grows;
    if (grows >= LEAST) grown.push({ name: `${table}: a meter, a year`, value: grows / 1000, unit: "kB" });
    if (stays >= LEAST) stay.push({ name: `${table}: a meter, once`, value: stays / 1000, unit: "kB" });
  }
  const readings = yearly(first.readings, second.readings);
  const packedBytes = [...packed.bytes.values()].reduce((sum, bytes) => sum + bytes, 0) / meters;
  const packedYear = ((packedBytes - once) / (2 * days)) * 365;
  return [
    {
      name: "all tables, packed: a meter, a year",
      value: packedYear / 1000,
      unit: "kB",
      goal: { must: "be at most", value: 80 },
    },
    { name: "all tables: a meter, a year", value: year / 1000, unit: "kB" },
    { name: "all tables: a reading", value: year / readings, unit: "bytes" },
    ...grown,
    { name: "all tables: a meter, once", value: once / 1000, unit: "kB" },
    ...stay,
  ];
}
