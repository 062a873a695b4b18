import fc from "fast-check";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../testing/fresh-database.ts";
import { type Connections, connect, inScope, ON_MANY_NODES } from "./connect.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let connections: Connections;
/** Ids with gaps between them, the greatest far off. */
const properties = [3, 4, 5, 7, 8, 11, 20, 21, 9_007_199_254_740_991];
/** Comparisons by range, through which an id out of scope could leak. */
const strangers = [2, 6, 9, 12, 22];

beforeAll(async () => {
  database = await freshDatabase();
  connections = connect(database.url);
  for (const id of [...properties, ...strangers]) {
    await sql`insert into properties (id, name, time_zone) values (${id}, ${`P${id}`}, 'UTC')`.execute(
      connections.worker,
    );
    await sql`insert into buildings (property_id, name) values (${id}, 'Main')`.execute(connections.worker);
  }
});

afterAll(async () => {
  await connections.close();
  await database.drop();
});

test("shows exactly the properties of a scope, in any order and with any gaps", async () => {
  const scopes = fc.uniqueArray(fc.constantFrom(...properties, ...strangers, 1, 10, 1000));
  await fc.assert(
    fc.asyncProperty(scopes, async (propertyIds) => {
      const seen = await inScope(connections.app, { organizationIds: [], propertyIds }, async (tx) => {
        const rows = await sql<{ id: number }>`
          select id from properties union all select property_id from buildings`.execute(tx);
        return rows.rows.map(({ id }) => id).toSorted((a, b) => a - b);
      });
      const own = [...properties, ...strangers].filter((id) => propertyIds.includes(id));
      expect(seen).toEqual([...own, ...own].toSorted((a, b) => a - b));
    }),
    { numRuns: 200 },
  );
});

async function asApp<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.url, options: `-c role=dripline_app ${ON_MANY_NODES}` });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test("a statement prepared in one scope shows only the rows of the next scope", async () => {
  await asApp(async (client) => {
    // Often enough that Postgres uses a generic plan.
    for (let round = 0; round < 20; round++) {
      const id = properties[round % properties.length] ?? 0;
      await client.query("begin");
      await client.query(`set local dripline.property_ranges = '{[${id},${id}]}'`);
      const rows = await client.query({
        name: "kept",
        text: "select property_id as id from buildings where id > $1",
        values: [0],
      });
      expect(rows.rows).toEqual([{ id }]);
      await client.query("commit");
    }
    const left = await client.query({
      name: "kept",
      text: "select property_id as id from buildings where id > $1",
      values: [0],
    });
    expect(left.rows).toEqual([]);
  });
});

test.each(["", "{}", "{empty}", "abc", "{3}", "3", "[3,4]", "{[3,4]", "{[4,3]}", "{[3,4],[x,5]}"])(
  "a scope of %j shows nothing",
  async (text) => {
    await asApp(async (client) => {
      await client.query("select set_config('dripline.property_ranges', $1, false)", [text]);
      const seen = await client.query<{ n: number }>("select count(*)::int as n from buildings").then(
        ({ rows }) => rows[0]?.n,
        (error: Error) => error.message,
      );
      expect([
        0,
        expect.stringMatching(/^malformed multirange|^range lower bound|^invalid input syntax/),
      ]).toContainEqual(seen);
    });
  },
);

test("the list of properties without ranges neither reads nor writes anything", async () => {
  await asApp(async (client) => {
    await client.query("set dripline.properties = '{3,4,5}'");
    const seen = await client.query("select property_id from buildings");
    expect(seen.rows).toEqual([]);
    const write = client.query("insert into buildings (property_id, name) values (3, 'Annex')");
    await expect(write).rejects.toThrow("row-level security");
  });
});
