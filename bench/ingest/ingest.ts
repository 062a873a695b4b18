import { randomBytes } from "node:crypto";
import { Command } from "commander";
import type { Connections } from "../../server/database/connect.ts";
import { DAY_MS } from "../../server/time/durations.ts";
import type { Figure } from "../record/figure.ts";
import { report } from "../record/report.ts";
import { besideServer, postgresVersion } from "../run/private-database.ts";
import { inScratchFolder } from "../run/scratch.ts";
import { startServer } from "../run/server.ts";
import { wholeNumber } from "../run/whole-number.ts";
import { ingestFigures } from "./figures.ts";
import { makePlaces } from "./make-places.ts";
import { fillPlainTable } from "./plain-table.ts";
import { waitForRefresh, watchQueue } from "./queue-watch.ts";
import { prepareSenders } from "./sender-process.ts";
import { readStored } from "./stored.ts";

/** More than this cannot be sent, so as many days are prepared. */
const MOST_READINGS_PER_SECOND = 60_000;

interface Options {
  seconds: number;
  senders: number;
  meters: number;
  database?: string;
  record?: true;
}

/** `bench ingest`: how many readings a second come to rest, refresh included, and what one of them takes on disk. */
export function ingestBench(): Command {
  return new Command("ingest")
    .description("readings over HTTP, hour after hour, with refresh at work; bytes and speed beside a plain table")
    .option("--seconds <number>", "how long is sent", wholeNumber, 60)
    .option("--senders <number>", "properties, each with a sender", wholeNumber, 4)
    .option("--meters <number>", "meters a property, so readings a batch", wholeNumber, 1000)
    .option("--database <url>", "an empty database, such as one with Citus; else a private one")
    .option("--record", "keep the figures in docs/")
    .action(async (options: Options) => {
      const { seconds, senders, meters, database, record } = options;
      const { figures, postgres } = await inScratchFolder((folder) => measureIngest(folder, options));
      const what =
        `${senders} gateways in a process of their own post batches of ${meters} readings (an hour of a property of ` +
        `${meters} meters), hour after hour for ${seconds} s, each as soon as the last one is answered, to a server ` +
        "that keeps days, roll-ups and leaks up to date meanwhile. The plain table holds the same readings, a row " +
        "each, inserted right after in the same batches over as many connections.";
      const command = `npm run bench -- ingest --seconds ${seconds} --senders ${senders} --meters ${meters}`;
      const given = database === undefined ? "" : " --database";
      await report({ bench: `ingest${given}`, what, command: command + given, postgres, figures }, record === true);
    });
}

/**
 * Lets senders post for so many seconds to a server in a folder.
 * @param further settings of the server
 */
export async function measureIngest(
  folder: string,
  { seconds, senders, meters, database }: Options,
  further: Record<string, string> = {},
): Promise<{ figures: Figure[]; postgres: string }> {
  const own: Record<string, string> =
    database === undefined ? {} : { DATABASE_URL: database, SESSION_SECRET: randomBytes(32).toString("hex") };
  const settings = { DATA_DIR: folder, DEMO: "off", ...own, ...further };
  const { url, program } = await startServer("server/main.ts", settings, ["/health/ready"]);
  try {
    const work = async (connections: Connections, databaseUrl: string) => {
      const places = await makePlaces(connections, senders, meters);
      const days = Math.ceil((MOST_READINGS_PER_SECOND * seconds) / (senders * meters) / 24);
      const firstDay = Math.floor(Date.now() / DAY_MS) - days - 2;
      process.stdout.write(`Preparing ${days} days of ${senders * meters} meters…\n`);
      const plan = { url, senders: places, metersPerProperty: meters, firstDay, days, seconds };
      const sending = await prepareSenders(plan);
      process.stdout.write(`Sending for ${seconds} s…\n`);
      const watch = watchQueue(connections);
      const sent = await sending.send();
      sending.end();
      const looks = await watch.stop();
      const catchUpSeconds = await waitForRefresh(connections);
      const serverMemory = program.peakMemory();
      const stored = await readStored(connections);
      process.stdout.write("Filling the plain table…\n");
      const plain = await fillPlainTable(connections, databaseUrl, places, firstDay, days);
      const figures = ingestFigures({ sent, looks, catchUpSeconds, serverMemory, stored, plain });
      return { figures, postgres: await postgresVersion(connections) };
    };
    return await besideServer(folder, work, database);
  } finally {
    await program.stop();
  }
}
