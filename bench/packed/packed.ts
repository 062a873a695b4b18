import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "commander";
import { sql } from "kysely";
import { z } from "zod";
import { showProgress } from "../../server/cli/output/progress.ts";
import { type Connections, connect } from "../../server/database/connect.ts";
import { migrate } from "../../server/database/migrate.ts";
import { queryRow, queryRows } from "../../server/database/query-rows.ts";
import { refreshAll } from "../../server/metering/refresh-all.ts";
import { packMonths, unpackEverything } from "../../server/packed-months/pack-months.ts";
import { attachedTo } from "../../server/readings/meter-day.ts";
import { meterHours } from "../../server/reporting/leak-details/meter-volumes.ts";
import { DAY_MS } from "../../server/time/durations.ts";
import { dayNumber, localDay } from "../../server/time/local-day.ts";
import { dataSets } from "../imports/data-sets.ts";
import { runImport } from "../imports/run-import.ts";
import { makeCopies, planned, ZONE } from "../rebuild/copies.ts";
import { copyHistory, markHistory, storeHistory } from "../rebuild/history.ts";
import type { Figure } from "../record/figure.ts";
import { report } from "../record/report.ts";
import { percentile } from "../run/percentile.ts";
import { besideServer, postgresVersion, withPostgres } from "../run/private-database.ts";
import { inScratchFolder } from "../run/scratch.ts";
import { wholeNumber } from "../run/whole-number.ts";

const BEGIN = "2025-01-01";
const DAYS = 365;
/** Meters of which a year of hours is read, and how often. */
const READ_METERS = 30;
const ROUNDS = 5;

const Weight = z.object({
  readings: z.number(),
  rows: z.number(),
  packed: z.number(),
  days: z.number(),
  months: z.number(),
});
const Place = z.object({ property_id: z.number(), meter_id: z.number() });
const Wal = z.object({ bytes: z.number() });

interface Options {
  meters: number;
  data: string;
  record?: true;
}

/** `bench packed`: disk usage of packed months, and the cost of packing and reading them. */
export function packedBench(): Command {
  return new Command("packed")
    .description("bytes of a reading in packed months, of simulated and of real meters; time to pack, unpack and read")
    .option("--meters <number>", "simulated meters in all, in properties of 100", wholeNumber, 1000)
    .option("--data <folder>", "folder of the data sets", process.env.DRIPLINE_DATA ?? "../shared/data")
    .option("--record", "keep the figures in docs/")
    .action(async (options: Options) => {
      const { figures, postgres } = await withPostgres(async ({ url }) => {
        await migrate(url);
        const connections = connect(url);
        try {
          return {
            figures: await simulated(connections, options.meters),
            postgres: await postgresVersion(connections),
          };
        } finally {
          await connections.close();
        }
      });
      for (const dataSet of dataSets) {
        const path = resolve(options.data, dataSet.file);
        if (!existsSync(path)) process.stderr.write(`${path} is missing; say where it is with --data.\n`);
        else figures.push(...(await inScratchFolder((folder) => real(folder, path, dataSet))));
      }
      const what =
        `A year of hours of ${options.meters} simulated meters, with minutes and draws where their kind has them, and ` +
        "registers of real homes, as rows of days (rewritten once) and packed. Bytes with indexes; a year of hours is " +
        "read as the hourly list of a meter does, everything in memory.";
      await report(
        { bench: "packed", what, command: "npm run bench -- packed", postgres, figures },
        options.record === true,
      );
    });
}

async function simulated(connections: Connections, meters: number): Promise<Figure[]> {
  const plan = planned(100);
  const until = localDay(ZONE, dayNumber(BEGIN) + DAYS).startsAt;
  const copies = await makeCopies(connections, plan, Math.ceil(meters / 100));
  const [first, ...others] = copies;
  if (first === undefined) return [];
  const filling = showProgress("history");
  const history = await storeHistory(connections, plan, first, DAYS, until, (share) => filling.update(share, 1, ""));
  filling.end();
  for (const other of others) await copyHistory(connections, first, other, dayNumber(BEGIN));
  await markHistory(connections, copies, history);
  const working = showProgress("refresh");
  await refreshAll(
    connections,
    () => until,
    (done, left) => working.update(done, done + left, `${done} meters`),
  );
  working.end();
  const asRows = await weigh(connections);
  const rowsMs = await yearOfHours(connections, until);
  const packing = await timed(connections, () => pack(connections, until));
  const packed = await weigh(connections);
  const packedMs = await yearOfHours(connections, until);
  const months = packed.months;
  const unpacking = await timed(connections, () => unpackEverything(connections));
  const bytes = (weight: z.output<typeof Weight>) => (weight.rows + weight.packed) / weight.readings;
  return [
    { name: "simulated: readings", value: asRows.readings, unit: "" },
    { name: "simulated: as rows of days", value: bytes(asRows), unit: "bytes/reading" },
    { name: "simulated: packed", value: bytes(packed), unit: "bytes/reading", goal: { must: "be at most", value: 3 } },
    { name: "simulated: days that stay rows", value: (packed.days / asRows.days) * 100, unit: "%" },
    { name: "a year of a meter's hours, from rows, median", value: rowsMs, unit: "ms" },
    { name: "a year of a meter's hours, packed, median", value: packedMs, unit: "ms" },
    { name: "packed, of from rows", value: packedMs / rowsMs, unit: "x", goal: { must: "be at most", value: 1 } },
    { name: "packing a meter's month", value: packing.ms / months, unit: "ms" },
    { name: "packing: write-ahead log, of the bytes packed", value: packing.wal / packed.packed, unit: "x" },
    { name: "unpacking a meter's month", value: unpacking.ms / months, unit: "ms" },
  ];
}

async function real(folder: string, path: string, dataSet: (typeof dataSets)[number]): Promise<Figure[]> {
  process.stdout.write(`${dataSet.name}: importing…\n`);
  await runImport(folder, path, dataSet);
  return besideServer(folder, async (connections) => {
    const asRows = await weigh(connections, "register");
    await pack(connections, Date.now());
    const packed = await weigh(connections, "register");
    const bytes = (weight: z.output<typeof Weight>) => (weight.rows + weight.packed) / weight.readings;
    return [
      { name: `${dataSet.name}: registers`, value: asRows.readings, unit: "" },
      { name: `${dataSet.name}: as rows of days`, value: bytes(asRows), unit: "bytes/reading" },
      {
        name: `${dataSet.name}: packed`,
        value: bytes(packed),
        unit: "bytes/reading",
        goal: { must: "be at most", value: 8 },
      },
      { name: `${dataSet.name}: days that stay rows`, value: (packed.days / asRows.days) * 100, unit: "%" },
    ];
  });
}

/** Packs all months. @param until milliseconds: the newest reading is older */
async function pack(connections: Connections, until: number): Promise<void> {
  const progress = showProgress("pack");
  let days = 0;
  await packMonths(
    connections,
    () => until + 100 * DAY_MS,
    (done) => {
      days += done.days;
      progress.update(days, days, `${days} days`);
    },
  );
  progress.end();
}

/** Rewrites the tables and weighs what is stored of readings. */
async function weigh(
  { owner, worker }: Connections,
  kind: "hour" | "register" = "hour",
): Promise<z.output<typeof Weight>> {
  await sql`vacuum full meter_days`.execute(owner);
  await sql`vacuum full packed_months`.execute(owner);
  const values = kind === "hour" ? sql`array_remove(gallons, null)` : sql`registers`;
  const weight = await queryRow(worker, Weight)`
    select (select sum(cardinality(${values}))::float8 from all_meter_days) as readings,
      (select sum(pg_total_relation_size(inhrelid))::float8 from pg_inherits where inhparent = 'meter_days'::regclass) as rows,
      pg_total_relation_size('packed_months')::float8 as packed, (select count(*)::float8 from meter_days) as days,
      (select count(*)::float8 from packed_months) as months`;
  if (weight === undefined) throw new Error("Nothing was weighed.");
  return weight;
}

async function yearOfHours({ worker }: Connections, until: number): Promise<number> {
  const meters = await queryRows(worker, Place)`
    select distinct property_id, meter_id from all_meter_days order by property_id, meter_id limit ${READ_METERS}`;
  const period = {
    timeZone: ZONE,
    startDate: BEGIN,
    endDate: "2025-12-31",
    lastDate: "2025-12-31",
    isOver: true,
    startsAt: 0,
    endsAt: until,
  };
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { property_id, meter_id } of meters) {
      const place = {
        property_id,
        property_name: "",
        building_id: 0,
        building_name: "",
        unit_id: null,
        unit_name: null,
      };
      const [point] = attachedTo;
      const meter = {
        meterId: meter_id,
        serialNumber: "",
        attachedTo: point,
        kind: "other leak" as const,
        place,
        period,
      };
      const began = performance.now();
      const { hours } = await worker.transaction().execute((tx) => meterHours(tx, meter, BEGIN, until));
      if (hours.length < 8000) throw new Error(`A year of hours has ${hours.length}.`);
      if (round > 0) times.push(performance.now() - began);
    }
  }
  return percentile(times, 0.5);
}

async function timed({ owner }: Connections, work: () => Promise<unknown>): Promise<{ ms: number; wal: number }> {
  const position = async () =>
    (await queryRow(owner, Wal)`select (pg_current_wal_lsn() - '0/0')::float8 as bytes`)?.bytes ?? 0;
  const [before, began] = [await position(), performance.now()];
  await work();
  return { ms: performance.now() - began, wal: (await position()) - before };
}
