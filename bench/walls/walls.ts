import { Command } from "commander";
import { sql } from "kysely";
import { type Connections, connect } from "../../server/database/connect.ts";
import type { EmbeddedPostgres } from "../../server/database/embedded.ts";
import { migrate } from "../../server/database/migrate.ts";
import { openSecondLock } from "../../verify/authorization/second-lock.ts";
import { report } from "../record/report.ts";
import { createDatabase, postgresVersion, withPostgres } from "../run/private-database.ts";
import { wholeNumber } from "../run/whole-number.ts";
import { type Compared, compareSites } from "./compare.ts";
import { requestLines, rowLevelSecurityFigures } from "./figures.ts";
import { type Caller, makePortfolio, NOW, type Size } from "./portfolio.ts";
import { type Places, reportRequests } from "./questions.ts";
import { countSeen, type Seen } from "./seen.ts";
import { openSite } from "./site.ts";

interface Options extends Size {
  rounds: number;
  record?: true;
}

/** `bench walls`: what row-level security costs the reports. */
export function rowLevelSecurityBench(): Command {
  return new Command("walls")
    .description("every report with the second lock and with it open, as people who see much and little")
    .option("--organizations <number>", "organizations", wholeNumber, 40)
    .option("--properties <number>", "properties in all", wholeNumber, 600)
    .option("--per-property <number>", "meters of a property", wholeNumber, 33)
    .option("--days <number>", "days of readings", wholeNumber, 75)
    .option("--rounds <number>", "times that each question is put to both", wholeNumber, 15)
    .option("--record", "keep the figures in docs/")
    .action(async (options: Options) => {
      const { compared, seen, postgres } = await withPostgres((owned) => measure(owned, options));
      const { organizations, properties, perProperty, days, rounds } = options;
      const what =
        `Every report of the contract, asked ${rounds} times and more of a server with the second lock and as often of one ` +
        `over a copy of its database in which every policy lets everything through, in turns, in one process: ` +
        `${properties} properties of ${organizations} organizations, ${properties * perProperty} meters, ${days} days, by ` +
        "somebody who sees all of them, staff of every other organization, the admin of one and a member with one property. " +
        "Times are medians, of the processor's time of server and database (where the system does not tell it, from request " +
        "to answer); beside a call is what a question took without the lock, over all callers.";
      process.stdout.write(`\nmilliseconds without the lock, with it, ratio\n${requestLines(compared)}`);
      const command = `npm run bench -- walls --properties ${properties} --days ${days} --rounds ${rounds}`;
      await report(
        { bench: "walls", what, command, postgres, figures: rowLevelSecurityFigures(compared, seen) },
        options.record === true,
      );
    });
}

interface Measured {
  compared: Compared[];
  seen: Seen;
  postgres: string;
}

async function measure(owned: EmbeddedPostgres, options: Options): Promise<Measured> {
  const locked = await createDatabase(owned.url, "locked");
  await migrate(locked);
  const { callers, places, seen, postgres } = await within(locked, async (connections) => {
    const callers = await makePortfolio(connections, options);
    const places = await placesIn(connections);
    const seen = await countSeen(connections, places.property);
    return { callers, places, seen, postgres: await postgresVersion(connections) };
  });
  const open = await createDatabase(owned.url, "open", "locked");
  await within(open, openSecondLock);
  return { compared: await compare(locked, open, callers, places, options.rounds), seen, postgres };
}

async function compare(locked: string, open: string, callers: Caller[], places: Places, rounds: number) {
  const sites = { locked: await openSite(locked, NOW), open: await openSite(open, NOW) };
  try {
    return await compareSites(sites, callers, reportRequests(places), rounds);
  } finally {
    await sites.locked.close();
    await sites.open.close();
  }
}

async function within<T>(url: string, work: (connections: Connections) => Promise<T>): Promise<T> {
  const connections = connect(url);
  try {
    return await work(connections);
  } finally {
    await connections.close();
  }
}

/** The last property, which all callers see, and a leaking meter of it. */
async function placesIn({ worker }: Connections): Promise<Places> {
  const rows = await sql<Places>`
    select properties.organization_id as organization, properties.id as property,
      (select serial_number from leaks join meters on meters.property_id = leaks.property_id and meters.id = leaks.meter_id
        where leaks.property_id = properties.id and not suspected order by started_at desc limit 1) as meter,
      (select max(id) from repairs where property_id = properties.id) as repair
    from properties order by id desc limit 1`.execute(worker);
  const [row] = rows.rows;
  if (row === undefined || row.meter === null) throw new Error("The portfolio has no leak.");
  return row;
}
