import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startProgram } from "../../bench/run/program.ts";
import type { EmbeddedPostgres } from "../../server/database/embedded.ts";
import { migrate } from "../../server/database/migrate.ts";
import { emptyDatabase } from "../harness/fleet.ts";
import { type Sabotage, sabotaged } from "../sabotage/sabotages.ts";
import { schemaOf } from "./schema.ts";

export const MIGRATIONS = join(import.meta.dirname, "../../server/database/migrations");
const SCRIPT = "verify/release/run-migrate.ts";

export interface Interrupted {
  /** Kills that found some migrations done and others not. */
  inTheMiddle: number;
  /** Why it could not be ended, or what differs from a schema that was made at once; none when all is well. */
  wrong: string[];
}

/** Migrates an empty database with a migrator that is killed again and again, then with three at once. */
export async function tryInterrupted(cluster: EmbeddedPostgres, sabotage: Sabotage | null): Promise<Interrupted> {
  const clean = await emptyDatabase(cluster.url);
  await migrate(clean);
  const expected = await schemaOf(clean);
  const url = await emptyDatabase(cluster.url);
  const watch = new pg.Client({ connectionString: url });
  await watch.connect();
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql"));
  let inTheMiddle = 0;
  try {
    for (let done = 1; done < names.length; done += 3) {
      const program = startProgram(SCRIPT, [url, MIGRATIONS], sabotaged(sabotage));
      while ((await applied(watch)) < done && program.output().errors === "") await pause(1);
      await pause(Math.random() * 20);
      await program.kill();
      const left = await applied(watch);
      if (left >= done && left < names.length) inTheMiddle++;
    }
    const programs = [1, 2, 3].map(() => startProgram(SCRIPT, [url, MIGRATIONS], sabotaged(sabotage)));
    const codes = await Promise.all(programs.map(({ ended }) => ended));
    const failed = programs.filter((_, n) => codes[n] !== 0).map((program) => program.output().errors.slice(-500));
    const isSame = failed.length === 0 && (await schemaOf(url)) === expected;
    return { inTheMiddle, wrong: isSame || failed.length > 0 ? failed : ["The schema is another one."] };
  } finally {
    await watch.end();
  }
}

/** Whether a migration that was changed after it had been applied is rejected, and leaves everything as it was. */
export async function isChangedRejected(cluster: EmbeddedPostgres): Promise<boolean> {
  const url = await emptyDatabase(cluster.url);
  await migrate(url);
  const before = await schemaOf(url);
  const folder = await mkdtemp(join(tmpdir(), "dripline-migrations-"));
  try {
    await cp(MIGRATIONS, folder, { recursive: true });
    await writeFile(join(folder, "0001_foundation.sql"), "create table another (id bigint);\n");
    const rejection = await migrate(url, folder).catch((error: unknown) => String(error));
    return typeof rejection === "string" && rejection.includes("was changed") && (await schemaOf(url)) === before;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function applied(client: pg.Client): Promise<number> {
  const there = await client.query<{ n: string | null }>("select to_regclass('migrations')::text as n");
  if (there.rows[0]?.n == null) return 0;
  const rows = await client.query<{ n: number }>("select count(*)::int as n from migrations");
  return rows.rows[0]?.n ?? 0;
}
