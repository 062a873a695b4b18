import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, inScope } from "./connect.ts";
import { migrate } from "./migrate.ts";

// A Postgres 15 of the system, the oldest that DATABASE_URL may name, with an owner who is no superuser.
const BIN = "/usr/lib/postgresql/15/bin";
const isRoot = process.getuid?.() === 0;
const hasPostgres = existsSync(join(BIN, "initdb")) && isRoot;
if (!hasPostgres)
  console.warn(`SKIPPED: DATABASE_URL is tested with Debian's postgresql-15 as root; ${BIN}/initdb is missing.`);

let folder = "";
let port = 0;
const urlOf = (user: string) => `postgres://${user}@127.0.0.1:${port}/postgres`;

function asPostgres(program: string, ...args: string[]) {
  execFileSync("setpriv", ["--reuid=postgres", "--regid=postgres", "--clear-groups", join(BIN, program), ...args], {
    cwd: "/",
    stdio: "ignore",
  });
}

beforeAll(async () => {
  if (!hasPostgres) return;
  folder = mkdtempSync(join(tmpdir(), "dripline-own-"));
  chmodSync(folder, 0o755);
  const cluster = join(folder, "cluster");
  mkdirSync(cluster, { mode: 0o700 });
  const number = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  chownSync(cluster, number("-u"), number("-g"));
  port = await new Promise<number>((give) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => give(address !== null && typeof address === "object" ? address.port : 0));
    });
  });
  asPostgres("initdb", "-D", cluster, "-U", "postgres", "-E", "UTF8", "--auth=trust");
  asPostgres("pg_ctl", "-D", cluster, "-w", "-l", join(cluster, "log"), "-o", `-p ${port} -h 127.0.0.1 -k ''`, "start");
  const admin = new pg.Client({ connectionString: urlOf("postgres") });
  await admin.connect();
  await admin.query("create role plain login createrole");
  await admin.query("grant create, connect on database postgres to plain");
  await admin.query("alter schema public owner to plain");
  await admin.end();
});

afterAll(() => {
  if (!hasPostgres) return;
  asPostgres("pg_ctl", "-D", join(folder, "cluster"), "-m", "immediate", "stop");
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!hasPostgres)(
  "migrates a Postgres 15 whose owner is not a superuser, with row-level security",
  async () => {
    expect(await migrate(urlOf("plain"))).toContain("0001_foundation.sql");
    const connections = connect(urlOf("plain"));
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
