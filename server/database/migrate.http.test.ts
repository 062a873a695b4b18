import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseAt } from "../testing/database.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { migrate } from "./migrate.ts";

const MIGRATIONS = join(import.meta.dirname, "migrations");
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

describe("a database from before migration 0024", () => {
  const at = new Date("2026-06-01T04:30:00Z");
  const upgrade = async (isRestored: boolean) => {
    const database = `before_0024_${process.pid}`;
    await run(inject("postgresUrl"), `drop database if exists ${database} with (force)`);
    await run(inject("postgresUrl"), `create database ${database}`);
    const upgraded = databaseAt(inject("postgresUrl"), database);
    const before = await mkdtemp(join(tmpdir(), "dripline-migrations-"));
    for (const file of await readdir(MIGRATIONS)) {
      if (file < "0024") await cp(join(MIGRATIONS, file), join(before, file));
    }
    await migrate(upgraded, before);
    await rm(before, { recursive: true });
    await run(upgraded, rowsBefore(at.toISOString(), isRestored));
    await migrate(upgraded);
    return upgraded;
  };
  afterAll(() => run(inject("postgresUrl"), `drop database before_0024_${process.pid} with (force)`));

  test.each([
    ["made by the server", false],
    ["restored from a dump of Postgres 17", true],
  ])(
    "keeps its data under the new names, and none of the old ones, with a month that was %s",
    async (_, isRestored) => {
      const upgraded = await upgrade(isRestored);
      const rows = await run(
        upgraded,
        `select properties.unit_bit_count, units.bit_index, gateways.last_seen_at as gateway,
          routers.last_seen_at as router, device_days.last_seen_at as device, meter.last_seen_at,
          meter.last_seen_on::text, meter.last_flow_on::text, meter_days.hours_with_flow
        from properties, units, gateways, routers, device_days, installed_meters meter, meter_days`,
      );
      expect(rows).toEqual([
        {
          unit_bit_count: 1,
          bit_index: 0,
          gateway: at,
          router: at,
          device: at,
          last_seen_at: at,
          last_seen_on: "2026-06-01",
          last_flow_on: "2026-05-31",
          hours_with_flow: 7,
        },
      ]);
      expect(await run(upgraded, "select details from alerts order by kind")).toEqual([
        { details: { last_seen_at: at.toISOString(), meters: 48, gateway: null } },
        { details: { readings: 3 } },
      ]);
      expect(await run(upgraded, "select preferences from users")).toEqual([
        { preferences: { columns: { devices: { order: ["status", "last_seen_at"], hidden: [] } } } },
      ]);
      const left = await run<{ name: string }>(upgraded, OLD_NAMES);
      const kept = isRestored ? ["meter_days_hours_wet_not_null"] : [];
      expect(left.filter(({ name: old }) => !kept.includes(old))).toEqual([]);
    },
  );
});

/** Names of tables, columns, constraints, policies, functions and triggers with words that 0024 replaced. */
const OLD_NAMES = `
select distinct name from (
  select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
  union all select attname from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and not attisdropped
  union all select conname from pg_constraint where connamespace = 'public'::regnamespace
  union all select polname || coalesce(pg_get_expr(polqual, polrelid), '') from pg_policy
  union all select proname || prosrc from pg_proc where pronamespace = 'public'::regnamespace
  union all select tgname from pg_trigger where not tgisinternal
) names where name ~ '(^|_)(heard|seats?|seated|wet)(_|$)'`;

/** One row of each table that it changed. A restored month has names of its own for constraints of not null. */
function rowsBefore(at: string, isRestored: boolean): string {
  return `
    insert into properties (name, time_zone, unit_seats) values ('Elm Street', 'UTC', 1);
    insert into buildings (property_id, name) values (1, 'A');
    insert into units (property_id, building_id, name, bedrooms, seat) values (1, 1, '101', 1, 0);
    insert into gateways (property_id, serial_number, last_heard_at) values (1, 'G1', '${at}');
    insert into routers (property_id, gateway_id, serial_number, last_heard_at) values (1, 1, 'R1', '${at}');
    insert into device_heard (property_id, device, device_id, day, heard_at)
      values (1, 'gateway', 1, '2026-06-01', '${at}');
    insert into seated_meters
      (property_id, meter_id, service_id, building_id, attached_to, heard_at, heard_on, wet_on)
      values (1, 1, 1, 1, 'SPOE', '${at}', '2026-06-01', '2026-05-31');
    create table meter_days_2026_06 (like meter_days including defaults);
    do $$
    begin
      if ${isRestored} and current_setting('server_version_num')::int >= 180000 then
        alter table meter_days_2026_06 rename constraint meter_days_hours_wet_not_null to of_its_own;
      end if;
    end $$;
    alter table meter_days attach partition meter_days_2026_06 for values from ('2026-06-01') to ('2026-07-01');
    insert into meter_days (property_id, meter_id, day, hours, hours_wet) values (1, 1, '2026-06-01', 24, 7);
    insert into alerts (property_id, kind, cause, details, began_at, opened_at) values
      (1, 'device down', 'gateway 1', '{"heard_at": "${at}", "meters": 48, "gateway": null}', now(), now()),
      (1, 'quarantine', 'meter 1', '{"readings": 3}', now(), now());
    insert into users (email, preferences)
      values ('ann@example.com', '{"columns": {"devices": {"order": ["status", "heard_at"], "hidden": []}}}')`;
}
