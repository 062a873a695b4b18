import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { freshDatabase } from "../testing/fresh-database.ts";
import { type Connections, connect, inScope } from "./connect.ts";
import { migrate } from "./migrate.ts";

const hasCitus = await (async () => {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  const there = await client.query("select from pg_extension where extname = 'citus'");
  await client.end();
  return there.rowCount === 1;
})();
if (!hasCitus) {
  console.warn("SKIPPED: spread tables are tested where TEST_DATABASE_URL names a database with the Citus extension.");
}

let database: Awaited<ReturnType<typeof freshDatabase>>;
let connections: Connections;

beforeAll(async () => {
  if (!hasCitus) return;
  database = await freshDatabase();
  connections = connect(database.url);
});

afterAll(async () => {
  if (!hasCitus) return;
  await connections.close();
  await database.drop();
});

test.skipIf(!hasCitus)(
  "whatever grows with meters is spread by property, beside each other; accounts are not",
  async () => {
    const tables = await sql<{ name: string; place: number }>`
    select logicalrelid::text as name, colocationid as place from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
    where partmethod = 'h' and not relispartition`.execute(connections.owner);
    const names = tables.rows.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["meter_days", "unit_days", "leaks", "meters", "changes", "installed_meters"]),
    );
    expect(names).not.toEqual(expect.arrayContaining(["users"]));
    expect(new Set(tables.rows.map(({ place }) => place)).size).toBe(1);
    // Nothing is left to distribute, and a second run does nothing.
    expect(await migrate(database.url)).toEqual([]);
  },
);

test.skipIf(!hasCitus)(
  "answers a query over several properties that no node can answer from the rows in scope",
  async () => {
    const ids: number[] = [];
    for (const name of ["One", "Two", "Three"]) {
      const made = await sql<{ id: number }>`
      insert into properties (name, time_zone) values (${name}, 'UTC') returning id`.execute(connections.worker);
      const id = made.rows[0]?.id ?? 0;
      ids.push(id);
      await sql`insert into buildings (property_id, name) values (${id}, ${`${name}'s`})`.execute(connections.worker);
    }
    const seen = await inScope(connections.app, { organizationIds: [], propertyIds: ids.slice(0, 2) }, (tx) =>
      sql`
      select wanted.n, found.name
      from unnest(${ids}::bigint[]) with ordinality as wanted (id, n)
      cross join lateral (select name from buildings where property_id = wanted.id order by name limit 1) found
      order by wanted.n`.execute(tx),
    );
    expect(seen.rows).toEqual([
      { n: 1, name: "One's" },
      { n: 2, name: "Two's" },
    ]);
  },
);

test.skipIf(!hasCitus)("fails when the database warns that it lost rows", async () => {
  await sql`create function loses() returns int language plpgsql as $$
    begin raise warning 'gone' using errcode = 'CIINF'; return 1; end $$`.execute(connections.owner);
  await expect(sql`select loses()`.execute(connections.app)).rejects.toThrow("lost rows");
  await expect(sql`select 1`.execute(connections.app)).resolves.toMatchObject({ rows: [{}] });
});

test.skipIf(!hasCitus)("a later migration changes distributed tables, and its own are distributed, too", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dripline-migrations-"));
  await cp(join(import.meta.dirname, "migrations"), folder, { recursive: true });
  await writeFile(
    join(folder, "9999_later.sql"),
    `alter table buildings add column colour text not null default 'white';
create table chimneys (
  property_id bigint not null,
  id bigint generated always as identity,
  building_id bigint not null,
  primary key (property_id, id)
);
alter table chimneys enable row level security;
alter table chimneys force row level security;
create policy own_properties on chimneys to dripline_app
  using (property_id = any ((select nullif(current_setting('dripline.properties', true), '')::bigint[])::bigint[]));
create policy all_properties on chimneys to dripline_worker using (true) with check (true);
grant select on chimneys to dripline_app;
grant select, insert on chimneys to dripline_worker;
`,
  );
  await writeFile(
    join(folder, "9999_later_keys.sql"),
    "alter table chimneys add constraint chimneys_property foreign key (property_id) references properties (id);\n" +
      "alter table chimneys add constraint chimneys_building foreign key (property_id, building_id) references buildings (property_id, id);\n",
  );
  expect(await migrate(database.url, folder)).toEqual(["9999_later.sql", "9999_later_keys.sql"]);
  await rm(folder, { recursive: true });
  const later = connect(database.url);
  await sql`insert into chimneys (property_id, building_id) select property_id, id from buildings returning id`.execute(
    later.worker,
  );
  const spread = await sql`
    select count(distinct colocationid)::int as places from pg_dist_partition
    where logicalrelid in ('chimneys'::regclass, 'buildings'::regclass) and partmethod = 'h'`.execute(later.owner);
  expect(spread.rows).toEqual([{ places: 1 }]);
  const count = async (propertyIds: number[]) => {
    const seen = await inScope(later.app, { organizationIds: [], propertyIds }, (tx) =>
      sql`
      select buildings.colour from chimneys
      join buildings on buildings.property_id = chimneys.property_id and buildings.id = chimneys.building_id`.execute(
        tx,
      ),
    );
    return seen.rows;
  };
  const { rows } = await sql<{ id: number }>`select id from properties order by id limit 1`.execute(later.worker);
  expect(await count(rows.map(({ id }) => id))).toEqual([{ colour: "white" }]);
  expect(await count([])).toEqual([]);
  await later.close();
});
