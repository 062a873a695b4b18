import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { createDatabase } from "../../bench/run/private-database.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { type Connections, connect } from "../../server/database/connect.ts";
import type { EmbeddedPostgres } from "../../server/database/embedded.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { type Product, productAt } from "./product.ts";

export const SECRET = "the same secret of all servers of the fleet";

/** One of several servers on one database. */
export interface Member extends Product {
  name: string;
  /** Where it keeps files; its own, or the same as the others'. */
  folder: string;
}

/** Several servers on one Postgres, none of them started yet. */
export interface Fleet {
  servers: readonly Member[];
  connections: Connections;
  databaseUrl: string;
  /** Beside the servers' own folders. */
  folder: string;
}

export interface FleetPlan {
  /** What all servers start with; null: the product as it is. */
  sabotage: Sabotage | null;
  /** Whether all have the same DATA_DIR. */
  isShared: boolean;
  /** Further ones of all servers, by the folder of the fleet. */
  settings?: (folder: string) => Record<string, string>;
}

/** Works with `names.length` servers on a database of their own, all stopped in the end. */
export async function inFleet<T>(
  cluster: EmbeddedPostgres,
  names: readonly string[],
  { sabotage, isShared, settings = () => ({}) }: FleetPlan,
  work: (fleet: Fleet) => Promise<T>,
): Promise<T> {
  const databaseUrl = await emptyDatabase(cluster.url);
  return inScratchFolder(async (folder) => {
    const servers = await Promise.all(
      names.map(async (name): Promise<Member> => {
        const own = join(folder, isShared ? "shared" : name);
        await mkdir(own, { recursive: true });
        // Its connections bear its name, so that the database can tell who did what.
        const address = `${databaseUrl}?application_name=${name}`;
        const product = await productAt(own, sabotage, {
          DATABASE_URL: address,
          SESSION_SECRET: SECRET,
          ...settings(folder),
        });
        return { ...product, name, folder: own };
      }),
    );
    const connections = connect(databaseUrl);
    try {
      return await work({ servers, connections, databaseUrl, folder });
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await connections.close();
    }
  });
}

/** A database of its own for a trial. @returns its address */
export function emptyDatabase(url: string): Promise<string> {
  return createDatabase(url, `fleet_${randomBytes(6).toString("hex")}`);
}

/** Kinds of work of which the database keeps who did it. */
type Kind = "refresh" | "alert" | "import" | "import begun" | "retention";

/** From here on the database keeps which server did what. */
export async function watchWork({ owner }: Connections): Promise<void> {
  const all = `
    create table work_done (server text not null, kind text not null);
    grant select, insert on work_done to dripline_app, dripline_worker, dripline_accounts;
    create function note_work() returns trigger language plpgsql as $$ begin
      insert into work_done values (current_setting('application_name'), tg_argv[0]);
      return null;
    end $$;
    create trigger refreshed after update on properties for each row
      when (old.figures_version <> new.figures_version) execute function note_work('refresh');
    create trigger alerted after insert on alerts for each row execute function note_work('alert');
    create trigger imported after update on imports for each row
      when (old.state <> 'done' and new.state = 'done') execute function note_work('import');
    create trigger begun after update on imports for each row
      when (new.state = 'running' and new.bytes_read = 0 and new.rows = 0) execute function note_work('import begun');
    create trigger retained after insert on audit_log for each row
      when (new.action like 'retention%') execute function note_work('retention')`;
  await sql.raw(all).execute(owner);
}

/** How often each server did something of a kind. */
export async function workOf({ owner }: Connections, kind: Kind): Promise<Map<string, number>> {
  const rows = await sql<{ server: string; times: number }>`
    select server, count(*) as times from work_done where kind = ${kind} group by server`.execute(owner);
  return new Map(rows.rows.map(({ server, times }) => [server, times]));
}
