import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { databaseAt } from "../testing/database.ts";
import { migrate } from "./migrate.ts";

const MIGRATIONS = join(import.meta.dirname, "migrations");
const name = `before_0025_${process.pid}`;
const url = databaseAt(inject("postgresUrl"), name);
/** A text with what looks like an old name. */
const reason = `Row 1: "refused": [ is no volume.`;

async function run(text: string, address = url): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  await run(`create database ${name}`, inject("postgresUrl"));
  const before = await mkdtemp(join(tmpdir(), "dripline-migrations-"));
  for (const file of await readdir(MIGRATIONS)) {
    if (file < "0025") await cp(join(MIGRATIONS, file), join(before, file));
  }
  await migrate(url, before);
  await rm(before, { recursive: true });
  const effect = `{"effect": {"meters": []}, "facts": {"refused": [1], "quarantined": []},
    "refusedReadings": [{"id": 1, "status": "refused", "code": "serial", "reason": ${JSON.stringify(reason)}}]}`;
  const answer = `{"received": 1, "stored": 0, "refused": 1,
    "rows": [{"row": 1, "status": "refused", "code": "not_a_number", "reason": ${JSON.stringify(reason)}}]}`;
  await run(`
    insert into properties (name, time_zone) values ('Elm Street', 'UTC');
    insert into refused_readings (property_id, source, source_row, raw, code, reason)
      values (1, 'G1', 1, '{}', 'serial', 'Row 1: unknown.');
    insert into imports (property_id, name, state, bytes, refused, refused_rows, kept_in, made_by, made_at)
      values (1, 'a.csv', 'done', 1, 1, '[{"row": 2}]', 'x', 'x', now());
    insert into repairs (property_id, kind, reason, request, effect, made_by, made_at) values
      (1, 'redrive', 'refused', '{}', '${effect}', 'x', now()),
      (1, 'redrive', 'never applied', '{}', '{}', 'x', now());
    insert into idempotency_keys (property_id, gateway_id, key, body_hash, answer, made_at)
      values (1, 1, 'k', '', '${answer}', now());
    insert into register_decisions (property_id, meter_id, measured_at, decision, repair_id)
      values (1, 1, '2026-06-01', 'counts', 1), (1, 1, '2026-06-02', 'starts anew', 1);
    insert into users (email, preferences) values ('ann@example.com', '{"columns": {
      "data_refused": {"order": ["mend", "code"], "hidden": []},
      "data_imports": {"order": ["name", "refused"], "hidden": ["refused"]}}}')`);
  await migrate(url);
});
afterAll(() => run(`drop database ${name} with (force)`, inject("postgresUrl")));

test("keeps rejected rows, imports, corrections and answers under their new names", async () => {
  const rows = await run(`
    select source, rejected_readings.state, rejected::text, rejected_rows, answer from rejected_readings, imports, idempotency_keys`);
  expect(rows).toEqual([
    {
      source: "G1",
      state: "open",
      rejected: "1",
      rejected_rows: [{ row: 2 }],
      answer: {
        received: 1,
        stored: 0,
        rejected: 1,
        rows: [{ row: 1, status: "rejected", code: "not_a_number", reason }],
      },
    },
  ]);
  expect(await run("select reason, effect from repairs order by id")).toEqual([
    {
      reason: "refused",
      effect: {
        effect: { meters: [] },
        rejectedReadings: [{ id: 1, status: "rejected", code: "serial", reason }],
        facts: { rejected: [1], quarantined: [] },
      },
    },
    { reason: "never applied", effect: {} },
  ]);
});

test("keeps the column layouts of tables and columns with new names", async () => {
  expect(await run("select preferences -> 'columns' as columns from users")).toEqual([
    {
      columns: {
        data_rejected: { order: ["correct", "code"], hidden: [] },
        data_imports: { order: ["name", "rejected"], hidden: ["rejected"] },
      },
    },
  ]);
});

test("keeps decisions about registers", async () => {
  expect(await run("select decision from register_decisions order by measured_at")).toEqual([
    { decision: "counts" },
    { decision: "restarts" },
  ]);
});

test("keeps none of the old names", async () => {
  const names = await run(`
    select name from (
      select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
      union all select attname from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and not attisdropped
      union all select conname from pg_constraint where connamespace = 'public'::regnamespace
      union all select polname || coalesce(pg_get_expr(polqual, polrelid), '') from pg_policy
      union all select proname || prosrc from pg_proc where pronamespace = 'public'::regnamespace
    ) names where name ~ 'refus'`);
  expect(names).toEqual([]);
});
