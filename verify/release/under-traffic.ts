import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { makePlaces } from "../../bench/ingest/make-places.ts";
import { startProgram } from "../../bench/run/program.ts";
import type { EmbeddedPostgres } from "../../server/database/embedded.ts";
import { inFleet } from "../harness/fleet.ts";
import { makeAdmin, signIn } from "../harness/person.ts";
import { type Sabotage, sabotaged } from "../sabotage/sabotages.ts";
import { MIGRATIONS } from "./interrupted.ts";
import { startTraffic } from "./traffic.ts";

/** What a next release may do to tables that everybody works with. */
const CHANGE = `alter table properties add column tried bigint not null default 0;
alter table meter_days add column tried smallint;
alter table leaks add column tried text;
alter table users add column tried text;
create table tried (id bigint primary key, property_id bigint not null references properties (id));
`;
/** A query that somebody runs on the database just then takes so long. */
const LONG_QUERY_S = 3;
const LOOK_MS = 20;

export interface UnderTraffic {
  requests: number;
  failed: string[];
  /** The longest that anything was seen to wait for a table, in milliseconds. */
  longestWait: number;
  isApplied: boolean;
}

/** Changes the tables under a server that takes readings and answers reports, while a long query holds them. */
export function migrateUnderTraffic(cluster: EmbeddedPostgres, sabotage: Sabotage | null): Promise<UnderTraffic> {
  return inFleet(
    cluster,
    ["one"],
    { sabotage: null, isShared: false },
    async ({ servers, connections, databaseUrl }) => {
      const [server] = servers;
      if (server === undefined) throw new Error("There is no server.");
      await server.start();
      const places = await makePlaces(connections, 2, 30);
      const { cookie } = await signIn(server.url, await makeAdmin(connections));
      const traffic = startTraffic(server.url, cookie, places);
      const folder = await mkdtemp(join(tmpdir(), "dripline-migrations-"));
      const watch = new pg.Client({ connectionString: databaseUrl });
      const long = new pg.Client({ connectionString: databaseUrl });
      try {
        await Promise.all([watch.connect(), long.connect()]);
        await cp(MIGRATIONS, folder, { recursive: true });
        await writeFile(join(folder, "9999_tried.sql"), CHANGE);
        await traffic.reach(50);
        const longQuery = long.query(`select count(*), pg_sleep(${LONG_QUERY_S}) from properties, leaks, users
        where false union all select count(*), pg_sleep(${LONG_QUERY_S}) from properties`);
        const migrator = startProgram("verify/release/run-migrate.ts", [databaseUrl, folder], sabotaged(sabotage));
        let isOver = false;
        const ended = migrator.ended.then((code) => {
          isOver = true;
          return code === 0;
        });
        let longestWait = 0;
        while (!isOver) {
          longestWait = Math.max(longestWait, await waiting(watch));
          await pause(LOOK_MS);
        }
        const isApplied = await ended;
        await longQuery;
        const { requests, failed } = await traffic.stop();
        return { requests, failed, longestWait, isApplied };
      } finally {
        await traffic.stop();
        await Promise.all([watch.end(), long.end()]);
        await rm(folder, { recursive: true });
      }
    },
  );
}

/** For how many milliseconds somebody has been waiting for a table by now. */
async function waiting(client: pg.Client): Promise<number> {
  const rows = await client.query<{ ms: number }>(`
    select coalesce(max(extract(epoch from clock_timestamp() - waitstart) * 1000), 0)::float8 as ms
    from pg_locks where not granted and locktype = 'relation'`);
  return rows.rows[0]?.ms ?? 0;
}
