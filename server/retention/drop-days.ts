import { sql } from "kysely";
import { type Actor, audit } from "../audit/audit.ts";
import type { Connections, Transactional } from "../database/connect.ts";
import { isLockTimeout } from "../database/error-code.ts";
import { lock } from "../database/locks.ts";
import { retry } from "../database/retry.ts";
import { leakDaysOutsideUnits } from "../metering/cases/load-places.ts";
import { calculateLastSeenOf } from "../metering/last-seen/meter-status.ts";
import { READ_DAYS } from "../metering/last-seen/status-from-days.ts";
import { growFigures } from "../metering/roll-up/grow-figures.ts";
import { allMeterDays } from "../query/meter-days.ts";
import { dayText } from "../time/local-day.ts";
import { nextMonth } from "./limits.ts";
import { propertiesWithHours } from "./months.ts";

/** Readers and writers never wait longer than this for a month to go. */
const LOCK_TIMEOUT = "2s";
const MAX_ATTEMPTS = 10;
/** A rewrite waits for other readers to end, such as a dump of the database, for more than an hour. */
const REWRITE_RETRY = { maxAttempts: 720, delayMs: 5000 };

const partitions = (month: number) => {
  const name = dayText(month).slice(0, 7).replace("-", "_");
  return [`meter_days_${name}`, `unit_days_${name}`];
};

/**
 * Frees the disk space of dropped hours by rewriting the month's partition, once nobody else uses it.
 * @param isStopped whether to give up then
 * @throws the lock timeout of the last attempt
 */
export async function shrinkMonth(
  { owner }: Connections,
  month: number,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const [days = ""] = partitions(month);
  const isRetriable = (error: unknown) => isLockTimeout(error) && !isStopped();
  await retry({ ...REWRITE_RETRY, isRetriable }, () =>
    owner.connection().execute(async (session) => {
      await sql.raw(`set lock_timeout = '${LOCK_TIMEOUT}'`).execute(session);
      try {
        await sql.raw(`vacuum (full, analyze) ${days}`).execute(session);
      } finally {
        await sql`reset lock_timeout`.execute(session);
      }
    }),
  );
}

/**
 * Drops the days of meters and units of a month, whose hours were archived, and audits it. Days of properties and leaks
 * stay.
 * @returns false when some of its hours are still needed: then the month stays until they are not
 */
export async function dropDays(connections: Connections, month: number, who: Actor): Promise<boolean> {
  const left = await propertiesWithHours(connections, dayText(month), dayText(nextMonth(month)));
  if (left.length > 0) return false;
  const [ofMeters = "", ofUnits = ""] = partitions(month);
  const properties = await connections.worker.selectFrom("properties").select("id").execute();
  const eachProperty = async (work: (tx: Transactional, propertyId: number) => Promise<void>) => {
    for (const { id } of properties) await connections.worker.transaction().execute((tx) => work(tx, id));
  };
  await eachProperty((tx, propertyId) => keepLeakDays(tx, propertyId, month));
  await dropPartition(connections, ofMeters, async () => {});
  await eachProperty((tx, propertyId) => noteDropped(tx, propertyId, month));
  // Dropped last: while they exist, the next run resumes an interrupted one.
  await dropPartition(connections, ofUnits, async (tx) => {
    // The owner of the tables may not write it: the policies hold for everybody.
    await sql`set local role dripline_worker`.execute(tx);
    await audit(tx, who, { action: "retention.drop_days", after: { month: dayText(month).slice(0, 7) } });
  });
  // Responses cached meanwhile still contain them.
  await eachProperty((tx, propertyId) => growFigures(tx, [propertyId]));
  return true;
}

/** Keeps what leaked on the days of a month for leak cases, which from then on read no day of it, and updates the first day kept. */
async function keepLeakDays(tx: Transactional, propertyId: number, month: number): Promise<void> {
  await lock(tx, "propertyFigures", propertyId);
  const [first, last] = [month, nextMonth(month) - 1].map((day) => sql`${dayText(day)}::date`);
  const timeZone = sql`(select time_zone from properties where id = ${propertyId})`;
  const meters = sql`array(select meter_id from leaks where property_id = ${propertyId} and unit_id is null)`;
  const days = sql`known.day between ${first} and ${last} ${allMeterDays.inMonths("known", first, last)}`;
  await sql`
    insert into kept_leak_days (property_id, place, day, toilet_leak, heater_leak, other_leak)
    select property_id, unit_id, day, toilet_leak, heater_leak, other_leak from unit_days
    where property_id = ${propertyId} and day between ${first} and ${last} and toilet_leak + heater_leak + other_leak > 0
    union all
    select ${propertyId}::bigint, place, day, 0, 0, leaked from (${leakDaysOutsideUnits(propertyId, timeZone, meters, days)}) outside
    on conflict (property_id, place, day) do update set toilet_leak = excluded.toilet_leak,
      heater_leak = excluded.heater_leak, other_leak = excluded.other_leak`.execute(tx);
  await sql`update properties set days_from = greatest(days_from, ${dayText(nextMonth(month))}::date)
    where id = ${propertyId}`.execute(tx);
}

/** Updates the meters' last-seen values; after the drop, as a refresh holds the property's row and may need the tables. */
async function noteDropped(tx: Transactional, propertyId: number, month: number): Promise<void> {
  // Blocks a refresh meanwhile, which writes the meters' last-seen values too.
  await lock(tx, "propertyFigures", propertyId);
  await sql`delete from packed_months where property_id = ${propertyId} and month = ${dayText(month)}::date`.execute(
    tx,
  );
  await dropLastSeen(tx, propertyId, month);
}

/** Recalculates the last-seen values of meters that depend on the days of a dropped month. */
async function dropLastSeen(tx: Transactional, propertyId: number, month: number): Promise<void> {
  const [first, next, last] = [month, nextMonth(month), nextMonth(month) + READ_DAYS].map(dayText);
  await calculateLastSeenOf(
    tx,
    propertyId,
    sql`(last_seen_on >= ${first}::date and last_seen_on < ${last}::date
      or last_flow_on >= ${first}::date and last_flow_on < ${next}::date)`,
  );
}

async function dropPartition(
  { owner }: Connections,
  partition: string,
  record: (tx: Transactional) => Promise<void>,
): Promise<void> {
  await retry({ maxAttempts: MAX_ATTEMPTS, isRetriable: isLockTimeout }, () =>
    owner.transaction().execute(async (tx) => {
      await sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`).execute(tx);
      await sql.raw(`drop table if exists ${partition}`).execute(tx);
      await record(tx);
    }),
  );
}
