import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { z } from "zod";
import { type Connections, connect } from "../../../server/database/connect.ts";
import { migrate } from "../../../server/database/migrate.ts";
import { copySites } from "./copy-sites.ts";
import { workOutSites } from "./work-out.ts";

const MIGRATIONS = join(import.meta.dirname, "../../../server/database/migrations");

/** How much is in a database. */
export interface Size {
  properties: number;
  organizations: number;
  /** The first organization has 1 of every `ofFirst` properties; default: 2. */
  ofFirst?: number;
  /** Meters of each property. */
  perProperty: number;
  days: number;
}

/** Databases of the bench in one Postgres, those of an earlier run among them. */
export interface Databases {
  /** Stands for the schema of the product as it is now. */
  schema: string;
  /** The address of a database with as much in it; made where it is not there. */
  portfolio(size: Size): Promise<string>;
  /** The address of a database that `fill` fills from nothing; made where it is not there. */
  other(name: string, fill: (url: string) => Promise<void>): Promise<string>;
}

const kept = z.object({ schema: z.string(), names: z.array(z.string()) });
type Kept = z.infer<typeof kept>;

/**
 * Opens what is there; what has the schema of an older version of the product is thrown away.
 * @param url the Postgres; where this database of it has the Citus extension, so have the others
 * @param folder where it says which databases are complete
 */
export async function openDatabases(url: string, folder: string): Promise<Databases> {
  const file = join(folder, "complete.json");
  const schema = await schemaNow();
  const spreads = await hasCitus(url);
  const before: Kept | null = existsSync(file) ? kept.parse(JSON.parse(await readFile(file, "utf8"))) : null;
  const names = before?.schema === schema ? before.names : [];
  if (before?.schema !== schema) for (const name of before?.names ?? []) await drop(url, name);
  const make = async (name: string, template: string, fill: (address: string) => Promise<void>): Promise<string> => {
    const address = databaseAt(url, name);
    if (names.includes(name)) return address;
    await drop(url, name);
    // Nobody may be connected to what is copied, and Citus keeps connections to a database it has.
    if (spreads) {
      await statement(
        url,
        `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${template}'`,
      );
    }
    await statement(url, `create database ${name} template ${template}`);
    if (spreads && template === "template0") await statement(address, "create extension citus");
    await fill(address);
    names.push(name);
    await writeFile(file, JSON.stringify({ schema, names } satisfies Kept));
    return address;
  };
  return {
    schema,
    portfolio: async ({ properties, organizations, ofFirst = 2, perProperty, days }) => {
      const sites = `sites_${perProperty}_${days}`;
      await make(sites, "template0", async (address) => {
        await migrate(address);
        await within(address, (connections) => workOutSites(connections, perProperty, days));
      });
      return make(`portfolio_${properties}_${organizations}_${perProperty}_${days}`, sites, (address) =>
        within(address, async (connections) => {
          await copySites(connections, { properties, organizations, ofFirst });
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

/** What the migrations say, in a few letters. */
async function schemaNow(): Promise<string> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith(".sql")).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(MIGRATIONS, file))));
  return createHash("sha256").update(Buffer.concat(texts)).digest("hex").slice(0, 12);
}

const drop = (url: string, name: string) => statement(url, `drop database if exists ${name} with (force)`);

async function hasCitus(url: string): Promise<boolean> {
  return within(url, async ({ owner }) => {
    const found = await sql`select from pg_extension where extname = 'citus'`.execute(owner);
    return found.rows.length === 1;
  });
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
