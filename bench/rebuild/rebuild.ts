import { Command } from "commander";
import { sql } from "kysely";
import { showProgress } from "../../server/cli/output/progress.ts";
import type { Connections } from "../../server/database/connect.ts";
import { startEmbeddedPostgres } from "../../server/database/embedded.ts";
import { migrate } from "../../server/database/migrate.ts";
import { refreshAll } from "../../server/metering/refresh-all.ts";
import { systemClock } from "../../server/time/clock.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { dayText, localDayAt } from "../../server/time/local-day.ts";
import { report } from "../record/report.ts";
import { besideServer, postgresVersion } from "../run/private-database.ts";
import { inScratchFolder } from "../run/scratch.ts";
import { startServer } from "../run/server.ts";
import { wholeNumber } from "../run/whole-number.ts";
import { arrive } from "./arrive.ts";
import { type Copy, makeCopies, planned, ZONE } from "./copies.ts";
import { copyWorked } from "./copy-worked.ts";
import { type RebuildMeasured, rebuildFigures } from "./figures.ts";
import { copyHistory, type History, markHistory, storeHistory } from "./history.ts";
import { plainGallons, rebuildPlain, refreshPlain } from "./plain-rules.ts";
import { fillPlain, insertHour } from "./plain-table.ts";

/** Days of history of the meters that are only there for the hour that arrives: as far as any rule looks back. */
const SHORT_HISTORY_DAYS = 28;

interface Options {
  meters: number;
  days: number;
  perProperty: number;
  plainMeters: number;
  arriving: number;
  record?: true;
}

/** `bench rebuild`: how fast a whole history is worked out, and how soon an hour of many meters is worked in. */
export function rebuildBench(): Command {
  return new Command("rebuild")
    .description("a whole history recalculated, and one hour of many meters, beside the plain way")
    .option("--meters <number>", "meters with the whole history", wholeNumber, 10_000)
    .option("--days <number>", "days of it", wholeNumber, 180)
    .option("--per-property <number>", "meters of a property", wholeNumber, 500)
    .option("--plain-meters <number>", "meters that are also worked out the plain way", wholeNumber, 2000)
    .option("--arriving <number>", "meters of which an hour arrives", wholeNumber, 100_000)
    .option("--record", "keep the figures in docs/")
    .action(async (options: Options) => {
      const { meters, days, perProperty, plainMeters, arriving } = options;
      const { measured, postgres } = await inScratchFolder((folder) => measure(folder, options));
      const what =
        `${days} days of ${meters} meters (properties of ${perProperty}, all with the water of the first) stored as ` +
        "measured hours only; then states, days, leaks and roll-ups are worked out from them by one process, as dripline " +
        `refresh does. After that one more hour of ${arriving} meters comes over HTTP to a running server. The plain way: ` +
        `a row for each reading of ${plainMeters} of these meters, four of the rules (continuous, floor, long run, burst) as ` +
        "window queries, roll-ups by group by, 256 MB to sort in; for the hour the same over 28 days, its seconds scaled " +
        `from ${plainMeters} meters to ${arriving}.`;
      const command = `npm run bench -- rebuild --meters ${meters} --days ${days} --arriving ${arriving}`;
      await report(
        { bench: "rebuild", what, command, postgres, figures: rebuildFigures(measured) },
        options.record === true,
      );
    });
}

async function measure(folder: string, options: Options): Promise<{ measured: RebuildMeasured; postgres: string }> {
  const owned = await startEmbeddedPostgres(folder);
  try {
    await migrate(owned.url);
  } finally {
    await owned.stop();
  }
  const plan = planned(options.perProperty);
  const nextHour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
  const many = Math.ceil(options.arriving / options.perProperty);
  const before = await besideServer(folder, async (connections, url) => {
    const copies = await makeCopies(connections, plan, many);
    const whole = copies.slice(0, Math.ceil(options.meters / options.perProperty));
    const history = await fill(connections, plan, whole, options.days, nextHour);
    const rebuilt = await rebuild(connections, whole);
    const plainOf = whole.slice(0, Math.ceil(options.plainMeters / options.perProperty));
    const filling = showProgress("plain table");
    const plain = await fillPlain(url, plainOf, (share) => filling.update(share, 1, ""));
    filling.end();
    process.stdout.write("Working out the plain table…\n");
    const plainSeconds = await rebuildPlain(plain);
    const difference = (await gallonsOf(connections, plainOf)) - (await plainGallons(plain));
    process.stdout.write("The plain table's next hour…\n");
    const began = performance.now();
    await insertHour(plain, history);
    await refreshPlain(plain, nextHour);
    const plainHour = (performance.now() - began) / 1000;
    await plain.client.end();
    const copying = showProgress("copies");
    const from = localDayAt(ZONE, nextHour).day - SHORT_HISTORY_DAYS;
    for (const [i, copy] of copies.entries()) {
      if (i >= whole.length) await copyWorked(connections, copies[0], copy, from);
      copying.update(i + 1, copies.length, `${i + 1} properties`);
    }
    copying.end();
    await sql`analyze`.execute(connections.owner);
    return { copies, history, ...rebuilt, difference, plainSeconds, plainReadings: plain.readings, plainHour, plainOf };
  });
  process.stdout.write("The next hour arrives…\n");
  const { url, program } = await startServer("server/main.ts", { DATA_DIR: folder, DEMO: "off" }, ["/health/ready"]);
  try {
    return await besideServer(folder, async (connections) => {
      const arrived = await arrive(connections, url, before.copies, before.history);
      const arriving = before.copies.length * options.perProperty;
      const missing = arriving - (await countOfHour(connections, nextHour));
      const plainMeters = before.plainOf.length * options.perProperty;
      const measured = { ...before, arriving, arrived, missing, plainMeters };
      return { measured, postgres: await postgresVersion(connections) };
    });
  } finally {
    await program.stop();
  }
}

async function fill(
  connections: Connections,
  plan: ReturnType<typeof planned>,
  copies: Copy[],
  days: number,
  nextHour: number,
): Promise<History> {
  const simulating = showProgress("simulation");
  const history = await storeHistory(connections, plan, copies[0], days, nextHour, (share) =>
    simulating.update(share, 1, ""),
  );
  simulating.end();
  const filling = showProgress("readings");
  for (const [i, copy] of copies.entries()) {
    if (i > 0) await copyHistory(connections, copies[0], copy, history.firstDay);
    filling.update(i + 1, copies.length, `${i + 1} properties`);
  }
  filling.end();
  await markHistory(connections, copies, history);
  await sql`analyze meter_days`.execute(connections.owner);
  return history;
}

async function rebuild(connections: Connections, copies: Copy[]) {
  const progress = showProgress("rebuild");
  const began = performance.now();
  await refreshAll(connections, systemClock, (done, left) => progress.update(done, done + left, `${done} meters`));
  const seconds = (performance.now() - began) / 1000;
  progress.end();
  const memory = process.resourceUsage().maxRSS * 1024;
  const found = await sql<{ readings: number; leaks: number }>`
    select coalesce(sum(hours_measured), 0)::bigint as readings, (select count(*) from leaks) as leaks
    from meter_days where property_id = any(${copies.map(({ propertyId }) => propertyId)}::bigint[])`.execute(
    connections.worker,
  );
  const { readings = 0, leaks = 0 } = found.rows[0] ?? {};
  return { readings, leaks, seconds, memory };
}

/** Thousandths of a gallon in the days of these properties. */
async function gallonsOf({ worker }: Connections, copies: Copy[]): Promise<number> {
  const rows = await sql<{ gallons: number }>`
    select sum(gallons)::bigint as gallons from property_days
    where property_id = any(${copies.map(({ propertyId }) => propertyId)}::bigint[])`.execute(worker);
  return rows.rows[0]?.gallons ?? 0;
}

/** Meters whose totals hold an hour, as refresh left them. */
async function countOfHour({ worker }: Connections, hour: number): Promise<number> {
  const day = localDayAt(ZONE, hour);
  const slot = (hour - day.startsAt) / HOUR_MS + 1;
  const rows = await sql<{ meters: number }>`
    select count(*) as meters from meter_days
    where day = ${dayText(day.day)}::date and gallons[${slot}::int] is not null and hours_measured = ${slot}`.execute(
    worker,
  );
  return rows.rows[0]?.meters ?? 0;
}
