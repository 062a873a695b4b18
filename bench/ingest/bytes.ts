import { Command } from "commander";
import { sql } from "kysely";
import type { Connections } from "../../server/database/connect.ts";
import { DAY_MS } from "../../server/time/durations.ts";
import type { Figure } from "../record/figure.ts";
import { report } from "../record/report.ts";
import { besideServer, postgresVersion } from "../run/private-database.ts";
import { inScratchFolder } from "../run/scratch.ts";
import { startServer } from "../run/server.ts";
import { wholeNumber } from "../run/whole-number.ts";
import { benchProperty } from "./bench-property.ts";
import { bodiesOf } from "./bodies.ts";
import { type BenchPlace, makePlaces } from "./make-places.ts";
import { fillPlainTable } from "./plain-table.ts";
import { postHour } from "./post-hour.ts";
import { waitForRefresh } from "./queue-watch.ts";
import { readStored } from "./stored.ts";

const PROPERTIES = 2;

/** `bench bytes`: what a reading takes on disk when hours come as in life, one after the refresh of the last. */
export function bytesBench(): Command {
  return new Command("bytes")
    .description("bytes of a reading on disk, filled hour by hour with refresh between, beside a plain table")
    .option("--days <number>", "days that are filled", wholeNumber, 4)
    .option("--meters <number>", "meters of each of two properties", wholeNumber, 1000)
    .option("--record", "keep the figures in docs/")
    .action(async ({ days, meters, record }: { days: number; meters: number; record?: true }) => {
      const { figures, postgres } = await inScratchFolder((folder) => measure(folder, days, meters));
      const what =
        `${days} days of ${PROPERTIES} properties of ${meters} meters, posted hour by hour; the next hour comes once ` +
        "refresh has worked off the last one, so rows are written over as often as in life. Vacuum runs at its own " +
        "pace only. The plain table holds the same readings, a row each.";
      const command = `npm run bench -- bytes --days ${days} --meters ${meters}`;
      await report({ bench: "bytes", what, command, postgres, figures }, record === true);
    });
}

async function measure(folder: string, days: number, meters: number): Promise<{ figures: Figure[]; postgres: string }> {
  const { url, program } = await startServer("server/main.ts", { DATA_DIR: folder, DEMO: "off" }, ["/health/ready"]);
  try {
    return await besideServer(folder, async (connections, databaseUrl) => {
      const places = await makePlaces(connections, PROPERTIES, meters);
      const firstDay = Math.floor(Date.now() / DAY_MS) - days - 2;
      process.stdout.write(`Filling ${days} days hour by hour…\n`);
      await fillHourByHour(connections, url, places, firstDay, days, meters);
      const stored = await readStored(connections);
      const beside = await besideBytes(connections);
      const plain = await fillPlainTable(connections, databaseUrl, places, firstDay, days);
      await sql`vacuum full meter_days`.execute(connections.owner);
      const packed = await readStored(connections);
      const ours = stored.bytes / stored.readings;
      const theirs = plain.bytes / plain.readings;
      const figures: Figure[] = [
        { name: "readings", value: stored.readings, unit: "" },
        { name: "meter_days, as filled", value: ours, unit: "bytes/reading" },
        { name: "meter_days, rewritten once", value: packed.bytes / packed.readings, unit: "bytes/reading" },
        {
          name: "states, checkpoints and units' days beside them",
          value: beside / stored.readings,
          unit: "bytes/reading",
        },
        { name: "plain table", value: theirs, unit: "bytes/reading" },
        { name: "plain table's bytes for one of ours", value: theirs / ours, unit: "x" },
        {
          name: "readings that the plain table has less",
          value: stored.readings - plain.readings,
          unit: "",
          goal: { must: "be", value: 0 },
        },
      ];
      return { figures, postgres: await postgresVersion(connections) };
    });
  } finally {
    await program.stop();
  }
}

async function fillHourByHour(
  connections: Connections,
  url: string,
  places: BenchPlace[],
  firstDay: number,
  days: number,
  meters: number,
) {
  for (let day = firstDay; day < firstDay + days; day++) {
    const bodies = places.map(({ property }) => bodiesOf(benchProperty(property, meters), day, 1));
    const hours = Math.max(...bodies.map((hoursOfDay) => hoursOfDay.length));
    for (let hour = 0; hour < hours; hour++) {
      // Where clocks change, one property's day has an hour less than another's.
      await Promise.all(
        places.flatMap(({ token }, i) => bodies[i].slice(hour, hour + 1).map((body) => postHour(url, token, body))),
      );
      await waitForRefresh(connections);
    }
  }
}

/** Bytes of the other tables that grow with meters or readings. */
async function besideBytes({ worker }: Connections): Promise<number> {
  const rows = await sql<{ bytes: number }>`
    select pg_total_relation_size('meter_states') + pg_total_relation_size('meter_histories')
      + pg_total_relation_size('meter_checkpoints')
      + coalesce(sum(pg_total_relation_size(inhrelid)), 0)::bigint as bytes
    from pg_inherits where inhparent = 'unit_days'::regclass`.execute(worker);
  return rows.rows[0]?.bytes ?? 0;
}
