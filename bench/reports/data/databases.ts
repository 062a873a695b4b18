import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { z } from "zod";
import { type Connections, connect } from "../../../server/database/connect.ts";
import { migrate } from "../../../server/database/migrate.ts";
import { copySites } from "./copy-sites.ts";
import { workOutSites } from "./work-out.ts";

/** How much is in a database. */
export interface Size {
  properties: number;
  organizations: number;
  /** Meters of each property. */
  perProperty: number;
  days: number;
}

/** Databases of the bench in one Postgres, those of an earlier run among them. */
export interface Databases {
  /** The address of a database with as much in it; made where it is not there. */
  portfolio(size: Size): Promise<string>;
  /** The address of a database that `fill` fills from nothing; made where it is not there. */
  other(name: string, fill: (url: string) => Promise<void>): Promise<string>;
}

/** @param url the Postgres @param folder where it says which databases are complete */
export function openDatabases(url: string, folder: string): Databases {
  const file = join(folder, "complete.json");
  const complete = async () =>
    z.array(z.string()).parse(existsSync(file) ? JSON.parse(await readFile(file, "utf8")) : []);
  const make = async (name: string, template: string, fill: (address: string) => Promise<void>): Promise<string> => {
    const address = databaseAt(url, name);
    const before = await complete();
    if (before.includes(name)) return address;
    await statement(url, `drop database if exists ${name} with (force)`);
    await statement(url, `create database ${name} template ${template}`);
    await fill(address);
    await writeFile(file, JSON.stringify([...before, name]));
    return address;
  };
  return {
    portfolio: async ({ properties, organizations, perProperty, days }) => {
      const sites = `sites_${perProperty}_${days}`;
      await make(sites, "template0", async (address) => {
        await migrate(address);
        await within(address, (connections) => workOutSites(connections, perProperty, days));
      });
      return make(`portfolio_${properties}_${perProperty}_${days}`, sites, (address) =>
        within(address, async (connections) => {
          await copySites(connections, { properties, organizations });
          await settle(connections);
        }),
      );
    },
    other: (name, fill) => make(name, "template0", fill),
  };
}

/** Statistics as after some hours of work, and everything on disk, so that nothing is written while answers are timed. */
async function settle({ owner }: Connections): Promise<void> {
  await sql`vacuum analyze`.execute(owner);
  await sql`checkpoint`.execute(owner);
}

export async function within<T>(url: string, work: (connections: Connections) => Promise<T>): Promise<T> {
  const connections = connect(url);
  try {
    return await work(connections);
  } finally {
    await connections.close();
  }
}

async function statement(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

function databaseAt(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
