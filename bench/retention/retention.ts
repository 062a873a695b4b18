import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { sql } from "kysely";
import { showProgress } from "../../server/cli/output/progress.ts";
import { type Connections, connect } from "../../server/database/connect.ts";
import { startEmbeddedPostgres } from "../../server/database/embedded.ts";
import { migrate } from "../../server/database/migrate.ts";
import { refreshAll } from "../../server/metering/refresh-all.ts";
import { closeHours } from "../../server/retention/close-hours.ts";
import { dropDays, shrinkMonth } from "../../server/retention/drop-days.ts";
import { dropHours } from "../../server/retention/drop-hours.ts";
import { dayNumber, localDay } from "../../server/time/local-day.ts";
import { type Copy, makeCopies, planned, ZONE } from "../rebuild/copies.ts";
import { copyHistory, markHistory, storeHistory } from "../rebuild/history.ts";
import type { Figure } from "../record/figure.ts";
import { report } from "../record/report.ts";
import { postgresVersion } from "../run/private-database.ts";
import { inScratchFolder } from "../run/scratch.ts";
import { wholeNumber } from "../run/whole-number.ts";

/** The month that goes, and the first after it. */
const MONTH = dayNumber("2026-07-01");
const NEXT = dayNumber("2026-08-01");
/** Days after it that are kept, as far as the first open one and a few more. */
const DAYS_AFTER = 12;

interface Options {
  meters: number;
  perProperty: number;
  record?: true;
}

/** `bench retention`: how long a month of meters takes to be archived, and to go. */
export function retentionBench(): Command {
  return new Command("retention")
    .description("a month of hours archived, read back and dropped, then its days")
    .option("--meters <number>", "meters in all", wholeNumber, 10_000)
    .option("--per-property <number>", "meters of a property", wholeNumber, 1000)
    .option("--record", "keep the figures in docs/")
    .action(async (options: Options) => {
      const { figures, postgres } = await inScratchFolder((folder) => measure(folder, options));
      const what =
        `A month of ${options.meters} meters (properties of ${options.perProperty}) with what follows from it, and twelve ` +
        "days after it. The states that later work starts from are kept, every hour is written to gzip files, forced to " +
        "disk and read back, the hours are dropped and the month is rewritten without them; last its days go too. One " +
        "process, one after another.";
      const command = `npm run bench -- retention --meters ${options.meters}`;
      await report({ bench: "retention", what, command, postgres, figures }, options.record === true);
    });
}

async function measure(folder: string, options: Options): Promise<{ figures: Figure[]; postgres: string }> {
  const postgres = await startEmbeddedPostgres(join(folder, "data"));
  await migrate(postgres.url);
  const connections = connect(postgres.url);
  try {
    const copies = await fill(connections, options);
    const figures = await drop(connections, copies, join(folder, "archive"));
    return { figures, postgres: await postgresVersion(connections) };
  } finally {
    await connections.close();
    await postgres.stop();
  }
}

const lastHour = () => localDay(ZONE, NEXT + DAYS_AFTER).startsAt;

async function fill(connections: Connections, { meters, perProperty }: Options): Promise<Copy[]> {
  const plan = planned(perProperty);
  const copies = await makeCopies(connections, plan, Math.ceil(meters / perProperty));
  const [first, ...others] = copies;
  const filling = showProgress("history");
  const history = await storeHistory(connections, plan, first, NEXT + DAYS_AFTER - MONTH, lastHour(), (share) =>
    filling.update(share, 1, ""),
  );
  filling.end();
  for (const other of others) await copyHistory(connections, first, other, history.firstDay);
  await markHistory(connections, copies, history);
  const working = showProgress("refresh");
  await refreshAll(connections, lastHour, (done, left) => working.update(done, done + left, `${done} meters`));
  working.end();
  await sql`analyze`.execute(connections.owner);
  return copies;
}

async function drop(connections: Connections, copies: Copy[], archive: string): Promise<Figure[]> {
  const before = await look(connections);
  const totals = before.gallons;
  const closing = await seconds(async () => {
    for (const { propertyId } of copies) await closeHours(connections, propertyId, NEXT, lastHour);
  });
  let rows = 0;
  let packed = 0;
  const who = { userId: null, email: "bench", requestId: "", at: lastHour() };
  const archiving = await seconds(async () => {
    for (const { propertyId } of copies) {
      const span = { propertyId, timeZone: ZONE, from: MONTH, until: NEXT };
      const dropped = await dropHours(connections, span, NEXT, archive, who);
      for (const file of dropped?.files ?? []) {
        rows += file.rows;
        packed += (await stat(join(archive, `property-${propertyId}`, file.file))).size;
      }
    }
  });
  const shrinking = await seconds(() => shrinkMonth(connections, MONTH));
  const after = await look(connections);
  const going = await seconds(async () => {
    await dropDays(connections, MONTH, who);
  });
  const folders = (await readdir(archive)).length;
  const none = { must: "be", value: 0 } as const;
  return [
    { name: "readings in the month", value: before.readings, unit: "" },
    { name: "states kept to start from", value: closing, unit: "s" },
    { name: "archived, read back and dropped", value: archiving, unit: "s" },
    { name: "rewritten without the hours", value: shrinking, unit: "s" },
    {
      name: "all of it",
      value: closing + archiving + shrinking,
      unit: "s",
      goal: { must: "be at most", value: 60 },
    },
    { name: "readings archived a second", value: rows / archiving, unit: "readings/s" },
    { name: "days dropped", value: going, unit: "s" },
    { name: "archive on disk", value: packed / rows, unit: "bytes/reading" },
    { name: "month on disk before", value: before.bytes / 1e6, unit: "MB" },
    { name: "month on disk without hours", value: after.bytes / 1e6, unit: "MB" },
    { name: "readings not archived", value: before.readings - rows, unit: "", goal: none },
    { name: "readings left", value: after.readings, unit: "", goal: none },
    { name: "gallons that the days' totals lost", value: (totals - after.gallons) / 1000, unit: "gal", goal: none },
    { name: "properties without an archive", value: copies.length - folders, unit: "", goal: none },
  ];
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** What the month holds and takes. */
async function look({ worker }: Connections): Promise<{ readings: number; gallons: number; bytes: number }> {
  const rows = await sql<{ readings: number; gallons: number; bytes: number }>`
    select coalesce(sum((select count(g) from unnest(gallons) g)), 0)::bigint as readings,
      sum(gallons_total)::bigint as gallons, pg_total_relation_size('meter_days_2026_07') as bytes
    from meter_days where day >= '2026-07-01' and day < '2026-08-01'`.execute(worker);
  const [row] = rows.rows;
  if (row === undefined) throw new Error("The database returned no row for a sum.");
  return row;
}
