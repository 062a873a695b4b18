import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "../audit/audit.ts";
import type { Connections } from "../database/connect.ts";
import { whileLocked } from "../database/locks.ts";
import { IdRow, queryRows } from "../database/query-rows.ts";
import { allMeterDays } from "../query/meter-days.ts";
import type { Clock } from "../time/clock.ts";
import { dayText } from "../time/local-day.ts";
import { closeHours } from "./close-hours.ts";
import { dropDays, shrinkMonth } from "./drop-days.ts";
import { type Dropped, dropHours } from "./drop-hours.ts";
import { type Limits, limitsOf, nextMonth, type Retention } from "./limits.ts";
import { hasHours, propertiesWithHours, storedMonths } from "./months.ts";

const DaysOfProperty = z.object({ property_id: z.int(), days: z.int() });

/** What a run did, or would do. */
export interface RetentionReport {
  limits: Limits;
  /** In a run that only looks, without files. */
  hours: Dropped[];
  /** Months whose days went, as `yyyy-MM`. */
  days: string[];
}

/**
 * Archives and drops what is older than the retention period, month by month. Killed at any moment it resumes with the
 * next run; nothing is dropped before its archive is on disk and was read back.
 * A property that fails does not stop the others; its error is thrown in the end.
 * @param options.onDropped called for each month of a property
 * @param options.by the actor in the audit log
 * @param options.isStopped whether to leave the rest to the next run
 * @returns null when another server is running it, or packing
 */
export async function runRetention(
  connections: Connections,
  clock: Clock,
  retention: Retention,
  archiveDir: string,
  {
    onDropped = () => {},
    by = "server",
    isStopped = () => false,
  }: { onDropped?: (dropped: Dropped) => void; by?: string; isStopped?: () => boolean } = {},
): Promise<RetentionReport | null> {
  const who = { userId: null, email: by, requestId: "", at: clock() };
  const work = () => run(connections, clock, limitsOf(retention, clock()), archiveDir, onDropped, who, isStopped);
  // Packing would read hours that are being dropped.
  return (await whileLocked(connections.worker, ["retention", "packing"], undefined, work))?.result ?? null;
}

async function run(
  connections: Connections,
  clock: Clock,
  limits: Limits,
  archiveDir: string,
  onDropped: (dropped: Dropped) => void,
  who: Actor,
  isStopped: () => boolean,
): Promise<RetentionReport> {
  const report: RetentionReport = { limits, hours: [], days: [] };
  const { hoursFrom, daysFrom } = limits;
  if (hoursFrom === null) return report;
  const failed = new Map<number, unknown>();
  const unshrunk: unknown[] = [];
  const turnOf = async (propertyId: number, work: () => Promise<void>) => {
    if (!failed.has(propertyId) && !isStopped()) await work().catch((error: unknown) => failed.set(propertyId, error));
  };
  for (const propertyId of await openProperties(connections, hoursFrom)) {
    await turnOf(propertyId, () => closeHours(connections, propertyId, hoursFrom, clock));
  }
  const months = await storedMonths(connections);
  for (const month of months.filter((first) => nextMonth(first) <= hoursFrom)) {
    if (isStopped()) break;
    const until = nextMonth(month);
    let hasShrunk = false;
    for (const place of await propertiesWithHours(connections, dayText(month), dayText(until))) {
      await turnOf(place.propertyId, async () => {
        const dropped = await dropHours(connections, { ...place, from: month, until }, hoursFrom, archiveDir, who);
        if (dropped === null) return;
        hasShrunk = true;
        report.hours.push(dropped);
        onDropped(dropped);
      });
    }
    const isDue = daysFrom !== null && until <= daysFrom && !isStopped();
    const isGone = isDue && (await dropDays(connections, month, who));
    if (isGone) report.days.push(dayText(month).slice(0, 7));
    else if (hasShrunk)
      await shrinkMonth(connections, month, isStopped).catch((error: unknown) => unshrunk.push(error));
  }
  const [first, ...others] = failed.values();
  if (others.length > 0) {
    throw new AggregateError([first, ...others], `${failed.size} properties could not be archived: ${first}`);
  }
  if (failed.size > 0) throw first;
  if (unshrunk.length > 0) {
    throw new AggregateError(unshrunk, `The disk space of ${unshrunk.length} months was not freed: ${unshrunk[0]}`);
  }
  return report;
}

/** Properties of which older days are still open. */
async function openProperties({ worker }: Connections, hoursFrom: number): Promise<number[]> {
  const rows = await queryRows(worker, IdRow)`
    select id from properties
    where hours_from is null or hours_from < ${dayText(hoursFrom)}::date
    order by id`;
  return rows.map(({ id }) => id);
}

/** What a run would drop, without doing it. */
export async function foreseeRetention(
  connections: Connections,
  clock: Clock,
  retention: Retention,
): Promise<RetentionReport> {
  const limits = limitsOf(retention, clock());
  const report: RetentionReport = { limits, hours: [], days: [] };
  const { hoursFrom, daysFrom } = limits;
  if (hoursFrom === null) return report;
  for (const month of await storedMonths(connections)) {
    const until = nextMonth(month);
    if (until > hoursFrom) continue;
    const name = dayText(month).slice(0, 7);
    const rows = await queryRows(connections.worker, DaysOfProperty)`
      select property_id, count(*) as days from all_meter_days d
      where d.day >= ${dayText(month)}::date and d.day < ${dayText(until)}::date
        ${allMeterDays.inMonths("d", sql`${dayText(month)}::date`, sql`${dayText(month)}::date`)} and ${hasHours}
      group by property_id order by property_id`;
    for (const { property_id: propertyId, days } of rows) {
      report.hours.push({ propertyId, month: name, days, files: [] });
    }
    if (daysFrom !== null && until <= daysFrom) report.days.push(name);
  }
  return report;
}
