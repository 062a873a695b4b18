import { sql } from "kysely";
import { type Actor, audit } from "../accounts/audit.ts";
import type { Connections, Transactional } from "../database/connect.ts";
import { codeOf } from "../database/error-code.ts";
import { growFigures } from "../metering/grow-figures.ts";
import { dayText } from "../metering/local-day.ts";
import { workOutHeardOf } from "../metering/seat-meters.ts";
import { READ_DAYS } from "../metering/told-by-days.ts";
import { nextMonth } from "./limits.ts";
import { propertiesWithHours } from "./months.ts";

/** Readers and writers never wait longer than this for a month to go. */
const LOCK_TIMEOUT = "2s";
const TRIES = 10;

const partitions = (month: number) => {
  const name = dayText(month).slice(0, 7).replace("-", "_");
  return [`meter_days_${name}`, `unit_days_${name}`];
};

/** Gives the room back that dropped hours took, by writing the month anew. */
export async function shrinkMonth({ owner }: Connections, month: number): Promise<void> {
  const [days = ""] = partitions(month);
  await sql.raw(`vacuum (full, analyze) ${days}`).execute(owner);
}

/**
 * Drops the days of meters and units of a month, whose hours were archived, on record. Days of properties and leaks stay.
 * @returns false when some of its hours are still needed: then the month stays until they are not
 */
export async function dropDays(connections: Connections, month: number, who: Actor): Promise<boolean> {
  const left = await propertiesWithHours(connections, dayText(month), dayText(nextMonth(month)));
  if (left.length > 0) return false;
  const [ofMeters = "", ofUnits = ""] = partitions(month);
  await dropPartition(connections, ofMeters, async () => {});
  await connections.worker.transaction().execute((tx) => forgetHeard(tx, month));
  // They go last: while they are there, the next run takes up what broke off before.
  await dropPartition(connections, ofUnits, async (tx) => {
    // The owner of the tables may not write it: the policies hold for everybody.
    await sql`set local role dripline_worker`.execute(tx);
    await audit(tx, who, { action: "retention.drop_days", after: { month: dayText(month).slice(0, 7) } });
  });
  await noteDropped(connections, month);
  return true;
}

/**
 * Notes from when on days are kept, and ends what was answered before; after the drop, for whoever refreshes a property
 * holds its row and may need the tables.
 */
async function noteDropped({ worker }: Connections, month: number): Promise<void> {
  const keptFrom = dayText(nextMonth(month));
  const properties = await worker.selectFrom("properties").select("id").execute();
  for (const { id } of properties) {
    await worker.transaction().execute(async (tx) => {
      await sql`update properties set days_from = greatest(days_from, ${keptFrom}::date) where id = ${id}`.execute(tx);
      await growFigures(tx, [id]);
    });
  }
}

/** Lets what is kept of meters tell no more of the days of a month than those that are left do. */
async function forgetHeard(tx: Transactional, month: number): Promise<void> {
  const [first, next, last] = [month, nextMonth(month), nextMonth(month) + READ_DAYS].map(dayText);
  const told = sql`(heard_on >= ${first}::date and heard_on < ${last}::date
    or wet_on >= ${first}::date and wet_on < ${next}::date)`;
  const found = await sql<{ property_id: number }>`
    select distinct property_id from seated_meters where ${told} order by property_id`.execute(tx);
  for (const { property_id } of found.rows) await workOutHeardOf(tx, property_id, told);
}

async function dropPartition(
  { owner }: Connections,
  partition: string,
  record: (tx: Transactional) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await owner.transaction().execute(async (tx) => {
        await sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`).execute(tx);
        await sql.raw(`drop table if exists ${partition}`).execute(tx);
        await record(tx);
      });
      return;
    } catch (error) {
      if (codeOf(error) !== "55P03" || attempt >= TRIES) throw error;
    }
  }
}
