import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { sessionCookie, signedCookie } from "../../../server/accounts/sessions/session-cookie.ts";
import type { Connections } from "../../../server/database/connect.ts";
import type { Program } from "../../run/program.ts";
import { startServer } from "../../run/server.ts";
import { openProcessorTime, type ProcessorTime } from "../../walls/processor-time.ts";
import { type Admin, addAdmin, SECRET } from "../data/admin.ts";
import { within } from "../data/databases.ts";
import { type Client, openClient } from "./client.ts";
import type { Places } from "./report-requests.ts";

/** A server over a portfolio, and somebody who may ask it. */
export interface Running {
  /** Of the server. */
  url: string;
  /** With which a browser is signed in as the admin: `name=value`. */
  cookie: string;
  admin: Admin;
  client: Client;
  places: Places;
  program: Program;
  /** Of the server and its database. */
  processorTime: ProcessorTime;
}

/**
 * Works with a server over the database in a process of its own, once it has nothing else left to do.
 * @param more settings of the server
 */
export async function whileRunning<T>(
  url: string,
  folder: string,
  work: (running: Running) => Promise<T>,
  more: Record<string, string> = {},
): Promise<T> {
  const settings = { DATABASE_URL: url, SESSION_SECRET: SECRET, DATA_DIR: folder, DEMO: "off", ...more };
  const server = await startServer("bench/reports/server/serve.ts", settings, ["/health/ready"]);
  try {
    const { admin, places } = await within(url, async (connections) => {
      await untilAtRest(connections);
      return { admin: await addAdmin(connections), places: await placesIn(connections) };
    });
    const cookie = cookieOf(admin);
    const client = openClient(server.url, cookie);
    const processorTime = await openProcessorTime(url, server.program.pid);
    try {
      return await work({ program: server.program, url: server.url, cookie, admin, client, places, processorTime });
    } finally {
      await processorTime.close();
      client.close();
    }
  } finally {
    await server.program.stop();
  }
}

/** With which a browser is signed in as an admin: `name=value`. */
export function cookieOf({ token }: Admin): string {
  return signedCookie(sessionCookie("http://localhost", SECRET), token, 0).replace(/;.*/, "");
}

const LOOKS_AT_REST = 12;
const LOOK_MS = 250;

/** Waits until the server's own work, which looks at all properties when it starts, has been done for a while. */
async function untilAtRest({ owner }: Connections): Promise<void> {
  for (let atRest = 0; atRest < LOOKS_AT_REST; ) {
    await pause(LOOK_MS);
    const rows = await sql<{ busy: boolean }>`
      select exists (select from pg_stat_activity where datname = current_database() and state <> 'idle'
        and application_name = 'dripline worker') as busy`.execute(owner);
    atRest = rows.rows[0]?.busy === true ? 0 : atRest + 1;
  }
}

/** A property of the first organization, and the meter of it that leaks most. */
async function placesIn({ worker }: Connections): Promise<Places> {
  const rows = await sql<Places>`
    select meters.property_id as property, meters.serial_number as meter
    from leaks
    join meters on meters.property_id = leaks.property_id and meters.id = leaks.meter_id
    join properties on properties.id = leaks.property_id
    where properties.organization_id = (select min(id) from organizations) and not suspected
      and (properties.name like 'Site 2%' or properties.name like 'Site 3%')
    order by ended_at is null desc, gallons_total desc, meters.property_id limit 1`.execute(worker);
  const [row] = rows.rows;
  if (row === undefined) throw new Error("The portfolio has no leak.");
  return row;
}
