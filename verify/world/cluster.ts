import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { serialize } from "node:v8";
import { createHastyDatabase, runStatement, withPostgres } from "../../bench/run/private-database.ts";
import { migrate } from "../../server/database/migrate.ts";
import { openSite, type Site } from "./site.ts";
import { makeWorld, type World } from "./world.ts";

/** A Postgres with a world in it, of which copies are made. */
export interface Cluster {
  world: World;
  /** The world in a file, for other processes. */
  worldFile: string;
  /** Works with a database that has the world in it, which is gone afterwards. */
  withCopy<T>(work: (url: string) => Promise<T>): Promise<T>;
}

/** Works with a world on a Postgres of its own. */
export function withWorld<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
  return withPostgres(async (postgres, folder) => {
    const origin = await createHastyDatabase(postgres.url, "world");
    await migrate(origin);
    const site = await openSite(origin);
    const world = await makeWorld(site);
    await site.close();
    const worldFile = join(folder, "world");
    await writeFile(worldFile, serialize(world));
    return await work({
      world,
      worldFile,
      withCopy: async (tryCopy) => {
        const name = `copy_${randomBytes(6).toString("hex")}`;
        const url = await createHastyDatabase(postgres.url, name, "world");
        return await tryCopy(url).finally(() => runStatement(postgres.url, `drop database ${name} with (force)`));
      },
    });
  });
}

/** Works with a server in this process, over a copy of the world. */
export function inCopy<T>(cluster: Cluster, work: (site: Site) => Promise<T>): Promise<T> {
  return cluster.withCopy(async (url) => {
    const site = await openSite(url);
    return await work(site).finally(site.close);
  });
}
