import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, inScope } from "./connect.ts";
import { migrate } from "./migrate.ts";
import { hasSystemPostgres, openSystemClusters, type SystemClusters } from "./testing/system-postgres.ts";

// The oldest Postgres that DATABASE_URL may name, with an owner who is no superuser.
if (!hasSystemPostgres) console.warn("SKIPPED: DATABASE_URL is tested with Debian's postgresql-15 as root.");

let clusters: SystemClusters;
let url = "";

beforeAll(async () => {
  if (!hasSystemPostgres) return;
  clusters = openSystemClusters();
  const { urlOf } = await clusters.add("own");
  url = urlOf("plain");
  const admin = new pg.Client({ connectionString: urlOf("postgres") });
  await admin.connect();
  await admin.query("create role plain login createrole");
  await admin.query("grant create, connect on database postgres to plain");
  await admin.query("alter schema public owner to plain");
  await admin.end();
});

afterAll(() => clusters?.close());

test.skipIf(!hasSystemPostgres)(
  "migrates a Postgres 15 whose owner is not a superuser, with row-level security",
  async () => {
    expect(await migrate(url)).toContain("0001_foundation.sql");
    const connections = connect(url);
    try {
      await sql`insert into properties (name, time_zone) values ('One', 'UTC')`.execute(connections.worker);
      const role = await sql`select current_user as name`.execute(connections.app);
      expect(role.rows).toEqual([{ name: "dripline_app" }]);
      expect((await sql`select * from properties`.execute(connections.app)).rows).toEqual([]);
      const seen = await inScope(connections.app, { organizationIds: [], propertyIds: [1] }, (tx) =>
        sql`select name from properties`.execute(tx),
      );
      expect(seen.rows).toEqual([{ name: "One" }]);
    } finally {
      await connections.close();
    }
  },
);
