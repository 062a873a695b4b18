import { demoPortfolio } from "../../simulator/portfolio.ts";
import { pointsOf, receivedDay } from "../../simulator/received.ts";
import { createDemoAccounts } from "../accounts/demo-accounts.ts";
import { isFirstAdminOpen } from "../accounts/first-admin.ts";
import { type Connections, inScope } from "../database/connect.ts";
import { ensureMonths } from "../database/partitions.ts";
import { IdRow, queryRow } from "../database/query-rows.ts";
import { keepChanges } from "../ingest/changes.ts";
import type { DayValue } from "../ingest/days/merge-day.ts";
import { type DayBundle, storeDays } from "../ingest/days/store-days.ts";
import { refreshAll } from "../metering/refresh-all.ts";
import type { Clock } from "../time/clock.ts";
import { DAY_MS, HOUR_MS } from "../time/durations.ts";
import { dayText, localDay, localDayAt } from "../time/local-day.ts";
import { type DemoProperty, demoPlaces, findDemoPlaces } from "./places.ts";
import { keepDemoProgress, readDemoProgress } from "./progress.ts";
import { addRentRolls } from "./rent-rolls.ts";
import { addEvents } from "./what-happened.ts";

/** The seed whose portfolio shows every class of property at any date. */
const SEED = 2;
/** How much history the demo has. */
const DAYS = 180;
/** Days stored in one transaction. */
const DAYS_AT_ONCE = 30;

/** Whether the database has users, organizations or properties, and never had the demo. */
export async function hasOwnData(connections: Connections): Promise<boolean> {
  if ((await readDemoProgress(connections)) !== null) return false;
  if (!(await isFirstAdminOpen(connections))) return true;
  const place = await queryRow(connections.worker, IdRow)`
    select id from organizations union all select id from properties limit 1`;
  return place !== undefined;
}

/**
 * Loads the demo portfolio on its first call, in whole days through the storing and refreshing of real readings; later
 * calls find it. Interrupted, the next call goes on.
 * @param onProgress what is being done, and the share of it that is done, 0 to 1
 */
export async function loadDemo(
  connections: Connections,
  clock: Clock,
  onProgress: (what: string, share: number) => void,
): Promise<DemoProperty[]> {
  const now = clock();
  const before = await readDemoProgress(connections);
  const loadedOn = before?.loadedOn ?? Math.floor(now / DAY_MS);
  const organizations = demoPortfolio(SEED, loadedOn);
  if (before !== null && before.until !== null) {
    const found = await findDemoPlaces(connections, organizations, before.propertyIds);
    await keepDemoProgress(connections, { ...before, propertyIds: idsByKey(found) });
    return found;
  }
  if (before === null) await keepDemoProgress(connections, { loadedOn, until: null, tokenIds: [], propertyIds: {} });
  const properties = await demoPlaces(connections, organizations);
  await ensureMonths(
    connections.owner,
    Array.from({ length: DAYS + 3 }, (_, i) => dayText(loadedOn - DAYS - 1 + i)),
  );
  for (const [i, property] of properties.entries()) {
    await storeHistory(connections, property, now, DAYS, (share) =>
      onProgress("Loading readings", (i + share) / properties.length),
    );
  }
  onProgress("Loading readings", 1);
  const meters = properties.reduce((sum, property) => sum + property.meterIds.size, 0);
  await refreshAll(connections, clock, (done) => onProgress("Finding leaks", Math.min(1, done / meters)));
  await addRentRolls(connections, properties, clock);
  await addEvents(connections, properties, clock);
  const byOrganization = Map.groupBy(properties, (property) => property.organizationId);
  await createDemoAccounts(
    connections,
    [...byOrganization].map(([id, own]) => ({
      id,
      propertyIds: own.map((property) => property.propertyId),
    })),
  );
  await keepDemoProgress(connections, { loadedOn, until: now, tokenIds: [], propertyIds: idsByKey(properties) });
  return properties;
}

function idsByKey(properties: readonly DemoProperty[]): Record<string, number> {
  return Object.fromEntries(properties.map(({ simulated, propertyId }) => [simulated.key, propertyId]));
}

/**
 * Stores what a property's gateways have sent of today and the `days` local days before it, as of the instant `now`,
 * and queues it for processing. The months must have their partitions.
 * @param onShare the share of it that is stored, 0 to 1
 */
export async function storeHistory(
  connections: Connections,
  { propertyId, meterIds, simulated }: Pick<DemoProperty, "propertyId" | "meterIds" | "simulated">,
  now: number,
  days: number,
  onShare: (share: number) => void,
) {
  const today = localDayAt(simulated.timeZone, now).day;
  const first = today - days;
  const points = pointsOf(simulated);
  for (let from = first; from <= today; from += DAYS_AT_ONCE) {
    const until = Math.min(from + DAYS_AT_ONCE, today + 1);
    const bundles: DayBundle[] = [];
    for (const point of points) {
      const meterId = meterIds.get(point.serialNumber);
      if (meterId === undefined) throw new Error(`The demo's meter ${point.serialNumber} is missing.`);
      for (let day = from; day < until; day++) {
        const bundle = bundleOf(simulated, point, meterId, day, now);
        if (bundle.values.length > 0) bundles.push(bundle);
      }
    }
    const since = localDay(simulated.timeZone, from).startsAt;
    const changed = new Map(bundles.map(({ meterId }) => [meterId, since]));
    await inScope(connections.app, { organizationIds: [], propertyIds: [propertyId] }, async (tx) => {
      await storeDays(tx, propertyId, bundles);
      await keepChanges(tx, propertyId, changed);
    });
    onShare((until - first) / (days + 1));
  }
}

function bundleOf(
  property: DemoProperty["simulated"],
  point: ReturnType<typeof pointsOf>[number],
  meterId: number,
  day: number,
  now: number,
): DayBundle {
  const { measured, lumps } = receivedDay(property, point, day, now);
  const values: DayValue[] = [];
  for (let slot = 0; slot < measured.hours; slot++) {
    const gallons = measured.gallons[slot] ?? null;
    if (gallons === null) continue;
    const flowTime = measured.flowTime?.[slot] ?? null;
    values.push({
      kind: "hour",
      slot,
      gallons,
      flowTime: flowTime === null ? null : Math.round(flowTime),
      events: measured.events?.[slot] ?? null,
      hours: 1,
      minutes: null,
      sequence: 0,
      class: 0,
    });
  }
  for (const lump of lumps) {
    const { gallons, hours, sequence } = lump;
    // A lump belongs to the last hour that it covers.
    const slot = Math.floor((lump.at - measured.startsAt) / HOUR_MS) + hours - 1;
    values.push({
      kind: "lump",
      slot,
      gallons,
      flowTime: null,
      events: null,
      hours,
      minutes: null,
      sequence,
      class: 0,
    });
  }
  return { meterId, day, localDay: localDay(property.timeZone, day), values };
}
