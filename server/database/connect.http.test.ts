import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "../testing/fresh-database.ts";
import { connect } from "./connect.ts";

test("adds days to an instant in UTC, whatever the time zone of the database", async () => {
  const { url, drop } = await freshDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`alter database ${new URL(url).pathname.slice(1)} set timezone = 'America/Chicago'`);
  await client.end();
  const connections = connect(url);
  try {
    for (const role of ["app", "worker", "accounts", "owner"] as const) {
      // Between the two the clocks change in Chicago.
      const { rows } = await sql<{ until: Date }>`
        select timestamptz '2026-10-20T15:00:00Z' + 30 * interval '1 day' as until`.execute(connections[role]);
      expect(rows, role).toEqual([{ until: new Date("2026-11-19T15:00:00Z") }]);
    }
  } finally {
    await connections.close();
    await drop();
  }
});
