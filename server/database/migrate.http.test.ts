import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { databaseAt } from "../testing/database.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { migrate } from "./migrate.ts";

const name = `empty_${process.pid}`;
const url = databaseAt(inject("postgresUrl"), name);

async function run<T extends pg.QueryResultRow>(address: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(() => run(inject("postgresUrl"), `create database ${name}`));
afterAll(() => run(inject("postgresUrl"), `drop database ${name} with (force)`));

test("three servers that start at the same time migrate once", async () => {
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(await migrate(url)).toEqual([]);
});

test("rejects a migration that changed after it was applied", async () => {
  const database = await freshDatabase();
  await run(database.url, "update migrations set checksum = 'another' where name like '0001%'");
  await expect(migrate(database.url)).rejects.toThrow(/0001_foundation\.sql was changed/);
  await database.drop();
});
