import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { databaseAt } from "../testing/database.ts";
import { asRequest, type Connections, connect, inScope } from "./connect.ts";
import { startEmbeddedPostgres } from "./embedded.ts";
import { prepareLogins } from "./logins.ts";
import { migrate } from "./migrate.ts";
import { type OpenDatabase, openDatabase, openForServer } from "./open.ts";
import { ensureMonths } from "./partitions.ts";

let folder = "";
let database: OpenDatabase;
let connections: Connections;

/** A private database of the previous release: all of it belongs to the superuser, the only login. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dripline-logins-"));
  await chmod(folder, 0o755);
  const before = await startEmbeddedPostgres(folder);
  await migrate(before.url);
  const shared = connect(before.url);
  await sql`insert into properties (name, time_zone) values ('Elm Street', 'UTC'), ('Oak Lane', 'UTC')`.execute(
    shared.worker,
  );
  await ensureMonths(shared.owner, ["2024-05-06"]);
  await shared.close();
  await before.stop();
  database = await openForServer(readConfig({ DATA_DIR: folder }), () => {});
  connections = connect(database.logins);
});
afterAll(async () => {
  await connections?.close();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const requestRoles = ["app", "worker", "accounts"] as const;
const pools = [...requestRoles, "owner"] as const;

test("upgrades a database of the previous release with its data, owned by a role without superuser rights", async () => {
  const names = await sql<{ name: string }>`select name from properties order by id`.execute(connections.worker);
  expect(names.rows).toEqual([{ name: "Elm Street" }, { name: "Oak Lane" }]);
  const owners = await sql`
    select distinct pg_get_userbyid(relowner) as owner from pg_class where relnamespace = 'public'::regnamespace
    union select pg_get_userbyid(proowner) from pg_proc where pronamespace = 'public'::regnamespace
    union select pg_get_userbyid(datdba) from pg_database where datname = current_database()`.execute(
    connections.owner,
  );
  expect(owners.rows).toEqual([{ owner: "dripline_owner" }]);
  const logins = await sql`
    select rolname as name, rolbypassrls as bypasses from pg_roles
    where rolname like 'dripline%' and not rolsuper and not rolcreaterole and not rolcreatedb order by 1`.execute(
    connections.owner,
  );
  expect(logins.rows).toEqual([
    { name: "dripline_accounts", bypasses: false },
    { name: "dripline_app", bypasses: false },
    { name: "dripline_owner", bypasses: true },
    { name: "dripline_worker", bypasses: false },
  ]);
});

test.each(pools)(
  "no statement of the pool %s becomes another login or a superuser, or starts a program",
  async (role) => {
    await connections[role].connection().execute(async (db) => {
      await sql`reset role`.execute(db);
      await sql`set role none`.execute(db);
      const login = await sql`select current_user as role, session_user as login`.execute(db);
      expect(login.rows).toEqual([{ role: `dripline_${role}`, login: `dripline_${role}` }]);
      for (const statement of [
        "set role dripline",
        "set role pg_execute_server_program",
        "set session authorization dripline",
        "copy (select 1) to program 'true'",
        "copy (select 1) to '/tmp/dripline-copied'",
        "create role stranger",
        `alter role dripline_${role} superuser`,
        "alter role dripline password 'known'",
        "select * from pg_authid",
        "select pg_read_file('postgresql.conf')",
      ]) {
        await expect(sql.raw(statement).execute(db), statement).rejects.toThrow(/permission denied|must/);
      }
    });
  },
);

test.each(requestRoles)(
  "no statement of the pool %s takes row-level security off, or becomes the owner",
  async (role) => {
    for (const statement of [
      "set role dripline_owner",
      "set session authorization dripline_owner",
      role === "worker" ? "set role dripline_accounts" : "set role dripline_worker",
      "alter table properties disable row level security",
      "alter table properties no force row level security",
      "alter policy own_properties on properties using (true)",
      "drop table meter_days",
      "create table stolen (id bigint)",
      "set row_security = off; select * from properties, audit_log",
    ]) {
      await expect(sql.raw(statement).execute(connections[role]), statement).rejects.toThrow(
        /permission denied|must be owner|would be affected by row-level security/,
      );
    }
  },
);

test("a request reads no other tenant's rows, also after resetting its role", async () => {
  const seen = await inScope(connections.app, { organizationIds: [], propertyIds: [1] }, async (tx) => {
    await sql`set role none`.execute(tx);
    return sql`select name from properties`.execute(tx);
  });
  expect(seen.rows).toEqual([{ name: "Elm Street" }]);
});

test("the owner creates months and drops those of the previous release, with an audit row", async () => {
  await ensureMonths(connections.owner, ["2024-06-06"]);
  await connections.owner.transaction().execute(async (tx) => {
    await sql`drop table meter_days_2024_05`.execute(tx);
    // As retention records it.
    await sql`set local role dripline_worker`.execute(tx);
    await sql`insert into audit_log (at, actor, action) values (now(), 'retention', 'try')`.execute(tx);
  });
  const left = await sql<{ name: string }>`
    select relname as name from pg_class where relname in ('meter_days_2024_05', 'meter_days_2024_06')`.execute(
    connections.owner,
  );
  expect(left.rows).toEqual([{ name: "meter_days_2024_06" }]);
});

test("checks changes by workers as requests", async () => {
  const seen = await connections.worker
    .transaction()
    .execute((tx) =>
      asRequest(tx, { organizationIds: [], propertyIds: [2] }, () => sql`select name from properties`.execute(tx)),
    );
  expect(seen.rows).toEqual([{ name: "Oak Lane" }]);
});

test("a command uses the same logins as the server", async () => {
  const beside = await openDatabase(readConfig({ DATA_DIR: folder }));
  try {
    expect(beside.logins).toEqual(database.logins);
  } finally {
    await beside.close();
  }
});

async function asSuperuser(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(text);
  await client.end();
}

test("changes the logins' passwords with the password of DATABASE_URL", async () => {
  const address = new URL(database.url);
  address.password = "another";
  await asSuperuser("alter role dripline password 'another'");
  try {
    const logins = await prepareLogins(address.href);
    expect(logins).not.toBeNull();
    expect(logins).not.toEqual(database.logins);
  } finally {
    const client = new pg.Client({ connectionString: address.href });
    await client.connect();
    await client.query(`alter role dripline password '${new URL(database.url).password}'`);
    await client.end();
  }
  expect(await prepareLogins(database.url)).toEqual(database.logins);
});

test("servers of several databases that start at the same time get the same logins", async () => {
  const names = ["first", "second", "third"];
  for (const name of names) await asSuperuser(`create database ${name}`);
  const addresses = names.map((name) => databaseAt(database.url, name));
  const logins = await Promise.all(addresses.map((address) => prepareLogins(address)));
  expect(logins.map((each) => each && new URL(each.app).password)).toEqual(
    names.map(() => typeof database.logins !== "string" && new URL(database.logins.app).password),
  );
});

test.each([
  ["may create no roles", "create role plain login password 'plain'"],
  ["belongs to another installation", "create role other login superuser password 'other'"],
])("all pools share a login that %s, and the logins stay unchanged", async (_, statement) => {
  await asSuperuser(statement);
  const [, , name = ""] = statement.split(" ");
  const address = new URL(database.url);
  address.username = name;
  address.password = name;
  expect(await prepareLogins(address.href)).toBeNull();
  expect(await prepareLogins(database.url)).toEqual(database.logins);
  expect((await sql`select session_user as login`.execute(connections.app)).rows).toEqual([{ login: "dripline_app" }]);
});

test("shares a DATABASE_URL without a password among all pools", async () => {
  const address = new URL(database.url);
  address.password = "";
  expect(await prepareLogins(address.href)).toBeNull();
});
