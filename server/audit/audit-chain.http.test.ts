import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { connect } from "../database/connect.ts";
import { migrate } from "../database/migrate.ts";
import { databaseAt } from "../testing/database.ts";
import { sealAuditLog } from "./audit-chain.ts";
import { verifyAuditLog } from "./verify-audit-log.ts";

const MIGRATIONS = fileURLToPath(new URL("../database/migrations", import.meta.url));
const name = `before_chain_${process.pid}`;

test("seals rows written by the previous release, with policies enforced on the owner", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dripline-before-"));
  for (const file of await readdir(MIGRATIONS)) {
    if (file < "0020") await cp(join(MIGRATIONS, file), join(folder, file));
  }
  const admin = new pg.Client({ connectionString: inject("postgresUrl") });
  await admin.connect();
  await admin.query(`create role ${name} login createrole password 'plain'`);
  await admin.query(`grant dripline_app, dripline_accounts, dripline_worker to ${name} with admin option`);
  await admin.query(`create database ${name} owner ${name}`);
  const address = new URL(databaseAt(inject("postgresUrl"), name));
  address.username = name;
  address.password = "plain";
  const owner = new pg.Client({ connectionString: address.href });
  const connections = connect(address.href);
  try {
    await migrate(address.href, folder);
    await owner.connect();
    await owner.query("set role dripline_worker");
    await owner.query(`insert into audit_log (at, actor, organization_id, action)
      select '2026-01-01T00:00:00Z', 'ada@elm.example', n % 2, 'unit.change' from generate_series(1, 1500) n`);
    await migrate(address.href);
    await sealAuditLog(connections);
    const reports = await verifyAuditLog(connections);
    expect(reports.map(({ rows, waiting, broken }) => ({ rows, waiting, broken }))).toEqual([
      { rows: 750, waiting: 0, broken: null },
      { rows: 750, waiting: 0, broken: null },
    ]);
  } finally {
    await owner.end();
    await connections.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role ${name}`);
    await admin.end();
    await rm(folder, { recursive: true });
  }
});
