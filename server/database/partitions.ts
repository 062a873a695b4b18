import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { lock } from "./locks.ts";
import { queryRow } from "./query-rows.ts";
import type { Database } from "./types.ts";

const PartitionRow = z.object({ there: z.boolean() });

const PARTITIONED = ["meter_days", "unit_days"];

/** Months that are known to have their partitions, per database handle, as `yyyy-MM`. */
const known = new WeakMap<Kysely<Database>, Set<string>>();

/** Makes the month partitions for these local days where they are missing. `owner` owns the schema. */
export async function ensureMonths(owner: Kysely<Database>, days: Iterable<string>): Promise<void> {
  let done = known.get(owner);
  if (done === undefined) {
    done = new Set();
    known.set(owner, done);
  }
  for (const day of days) {
    const month = day.slice(0, 7);
    if (done.has(month)) continue;
    await makeMonth(owner, month);
    done.add(month);
  }
}

/** Clears the cache of months: another server may have dropped some. */
export function forgetMonths(owner: Kysely<Database>): void {
  known.delete(owner);
}

/** Whether the months of these days are known to have their partitions. */
export function areKnown(owner: Kysely<Database>, days: Iterable<string>): boolean {
  const months = known.get(owner);
  for (const day of days) if (months?.has(day.slice(0, 7)) !== true) return false;
  return true;
}

async function makeMonth(owner: Kysely<Database>, month: string) {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))];
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
  for (const table of PARTITIONED) {
    const partition = `${table}_${month.replace("-", "_")}`;
    await owner.transaction().execute(async (tx) => {
      await lock(tx, "partitions");
      const there = await queryRow(tx, PartitionRow)`select to_regclass(${partition}) is not null as there`;
      if (there?.there === true) return;
      // Attached rather than created as a partition, so that readers and writers of the table do not wait.
      const fill = table === "meter_days" ? "with (fillfactor = 85)" : "";
      await sql.raw(`create table ${partition} (like ${table} including defaults) ${fill}`).execute(tx);
      await sql.raw(`alter table ${partition} enable row level security`).execute(tx);
      await sql.raw(`alter table ${partition} force row level security`).execute(tx);
      const attach = `alter table ${table} attach partition ${partition} for values from ('${month}-01') to ('${next}')`;
      await sql.raw(attach).execute(tx);
    });
  }
}
