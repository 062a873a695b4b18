import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { serialize } from "node:v8";
import pg from "pg";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { startEmbeddedPostgres } from "../../server/database/embedded.ts";
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
  return inScratchFolder(async (folder) => {
    const embedded = await startEmbeddedPostgres(folder);
    try {
      const ask = async (query: string) => {
        const client = new pg.Client({ connectionString: embedded.url });
        await client.connect();
        await client.query(query);
        await client.end();
      };
      const create = async (name: string, template: string) => {
        await ask(`create database ${name} template ${template}`);
        // What is tried is no matter of disks: they need not be waited for.
        await ask(`alter database ${name} set synchronous_commit = off`);
        return databaseAt(embedded.url, name);
      };
      const origin = await create("world", "template0");
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
          const url = await create(name, "world");
          try {
            return await tryCopy(url);
          } finally {
            await ask(`drop database ${name} with (force)`);
          }
        },
      });
    } finally {
      await embedded.stop();
    }
  });
}

/** Works with a server in this process, over a copy of the world. */
export function inCopy<T>(cluster: Cluster, work: (site: Site) => Promise<T>): Promise<T> {
  return cluster.withCopy(async (url) => {
    const site = await openSite(url);
    try {
      return await work(site);
    } finally {
      await site.close();
    }
  });
}

function databaseAt(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
