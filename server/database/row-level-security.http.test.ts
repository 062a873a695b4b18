import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../testing/fresh-database.ts";
import { type Connections, connect, inScope } from "./connect.ts";
import { ensureMonths } from "./partitions.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let connections: Connections;
const properties: number[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  connections = connect(database.url);
  await ensureMonths(connections.owner, ["2026-01-15"]);
  for (const name of ["One", "Two"]) {
    const made = await sql<{ id: number }>`
      with o as (insert into organizations (name) values (${name}) returning id)
      insert into properties (organization_id, name, time_zone) select id, ${name}, 'UTC' from o returning id`.execute(
      connections.worker,
    );
    const id = made.rows[0]?.id ?? 0;
    properties.push(id);
    await sql`insert into buildings (property_id, name) values (${id}, 'Main')`.execute(connections.worker);
    await sql`insert into meter_days (property_id, meter_id, day, hours) values (${id}, 1, '2026-01-15', 24)`.execute(
      connections.worker,
    );
  }
});

afterAll(async () => {
  await connections.close();
  await database.drop();
});

/** All tables but the list of migrations, partitions included. */
async function tables() {
  const rows = await sql<{ name: string; enabled: boolean; forced: boolean; partition: boolean }>`
    select relname as name, relrowsecurity as enabled, relforcerowsecurity as forced, relispartition as partition
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'migrations'
    order by relname`.execute(connections.owner);
  return rows.rows;
}

test("row-level security is enabled and forced on every table and partition", async () => {
  const open = (await tables()).filter((table) => !table.enabled || !table.forced);
  expect(open).toEqual([]);
});

test("the server's roles own nothing and cannot bypass row-level security", async () => {
  const roles = await sql`
    select rolname, rolsuper, rolbypassrls,
      exists (select from pg_class where relowner = r.oid) as owns
    from pg_roles r where rolname like 'dripline\\_%' and rolname <> 'dripline_owner' order by rolname`.execute(
    connections.owner,
  );
  expect(roles.rows).toEqual(
    ["dripline_accounts", "dripline_app", "dripline_worker"].map((rolname) => ({
      rolname,
      rolsuper: false,
      rolbypassrls: false,
      owns: false,
    })),
  );
});

test("no function is a security definer, and no view bypasses row-level security", async () => {
  const definers = await sql`
    select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`.execute(connections.owner);
  const views = await sql`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') and not coalesce('security_invoker=true' = any(reloptions), false)`.execute(
    connections.owner,
  );
  expect([...definers.rows, ...views.rows]).toEqual([]);
});

test("shows no rows without a scope, and only its own with one", async () => {
  for (const { name, partition } of await tables()) {
    const count = sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`;
    const rows = await count.execute(connections.app).then(
      (result) => result.rows[0]?.n,
      // Distributed Postgres names the shard, not the table.
      (error: Error) => error.message.replace(/_\d{6,}$/, ""),
    );
    // Requests have no access to tables of accounts and to partitions.
    expect([0, `permission denied for table ${name}`], name).toContain(rows);
    if (partition) expect(rows, name).toBe(`permission denied for table ${name}`);
  }
  const scope = { organizationIds: [], propertyIds: properties.slice(0, 1) };
  const seen = await inScope(connections.app, scope, async (tx) => [
    ...(await sql`select id as property_id from properties`.execute(tx)).rows,
    ...(await sql`select property_id from buildings`.execute(tx)).rows,
    ...(await sql`select property_id from meter_days`.execute(tx)).rows,
  ]);
  expect(seen).toEqual([1, 2, 3].map(() => ({ property_id: properties[0] })));
});

test("a scope ends with its transaction, also when it fails, and cannot write outside", async () => {
  const scope = { organizationIds: [], propertyIds: properties.slice(0, 1) };
  const foreign = inScope(connections.app, scope, (tx) =>
    sql`insert into meter_days (property_id, meter_id, day, hours) values (${properties[1]}, 9, '2026-01-15', 24)`.execute(
      tx,
    ),
  );
  await expect(foreign).rejects.toThrow("row-level security");
  for (let i = 0; i < 20; i++) {
    const left = await sql<{ n: number }>`select count(*) as n from meter_days`.execute(connections.app);
    expect(left.rows).toEqual([{ n: 0 }]);
  }
});
