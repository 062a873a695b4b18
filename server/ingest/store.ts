import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import { type Connections, inScope, type Transactional } from "../database/connect.ts";
import { ensureMonths } from "../database/partitions.ts";
import { inventoryOf } from "../metering/inventory.ts";
import { dayText } from "../metering/local-day.ts";
import { HOUR_MS } from "../metering/meter-day.ts";
import { signalChange } from "../metering/signal.ts";
import { ProblemError } from "../problem.ts";
import { keepChanges } from "./changes.ts";
import type { DayValue } from "./merge-day.ts";
import { type PlacedReading, placeReading } from "./place-reading.ts";
import type { Outcome, Reading, Refusal } from "./reading.ts";
import { keepRefusedIn, type Target } from "./refused.ts";
import { type DayBundle, storeDays } from "./store-days.ts";
import { storeHours } from "./store-hours.ts";
import { keepSuperseded } from "./superseded.ts";

/** How often a batch is tried again when Postgres asks for it (deadlock, serialisation). */
const TRIES = 8;

/**
 * Stores a batch for one property in one transaction: readings, the losers of conflicts, refused rows, and the marks
 * for refresh. What it answers is safe on disk.
 * @param unread rows of the batch that were refused before they became readings; they are kept beside the others
 * @returns an outcome per reading, in their order.
 * @throws ProblemError `not_found` for an unknown property; errors of the database as they are, with nothing stored.
 */
export async function storeReadings(
  connections: Connections,
  target: Target,
  readings: Reading[],
  clock: Clock,
  unread: Refusal[] = [],
): Promise<Outcome[]> {
  const scope = { organizationIds: [], propertyIds: [target.propertyId] };
  for (let attempt = 1; ; attempt++) {
    try {
      const outcomes = await inScope(connections.app, scope, async (tx) => {
        if (attempt > 1) await waitForOthers(tx, target.propertyId);
        const placed = await place(tx, target, readings, clock());
        const stored = await store(tx, target, placed);
        await keepRefusedIn(tx, target, [...unread, ...placed.refusals]);
        if (target.gatewayId !== undefined) await hear(tx, target.propertyId, target.gatewayId, clock());
        return stored;
      });
      if (outcomes.some((outcome) => outcome.status === "stored")) signalChange(target.propertyId);
      return outcomes;
    } catch (error) {
      if (isMissingPartition(error)) {
        await ensureMonths(connections.owner, await daysOf(connections, target, readings, clock()));
      } else if (!isTransient(error) || attempt >= TRIES) {
        throw error;
      }
    }
  }
}

/** Batches that got in each other's way go on one by one. */
async function waitForOthers(tx: Transactional, propertyId: number) {
  await sql`select pg_advisory_xact_lock(710005, ${propertyId}::int)`.execute(tx);
}

/** Notes that a gateway was heard, to the minute: more would only make its senders wait for each other. */
async function hear(tx: Transactional, propertyId: number, gatewayId: number, now: number) {
  await sql`
    update gateways set last_heard_at = ${new Date(now).toISOString()}::timestamptz
    where property_id = ${propertyId} and id = ${gatewayId}
      and (last_heard_at is null or last_heard_at < ${new Date(now - 60_000).toISOString()}::timestamptz)`.execute(tx);
}

interface Placed {
  readings: PlacedReading[];
  refusals: Refusal[];
  rows: Reading[];
}

async function place(tx: Transactional, target: Target, rows: Reading[], now: number): Promise<Placed> {
  const inventory = await inventoryOf(tx, target.propertyId);
  if (inventory === null) throw new ProblemError("not_found", "This property does not exist.");
  const readings: PlacedReading[] = [];
  const refusals: Refusal[] = [];
  for (const row of rows) {
    const placed = placeReading(inventory, row, now);
    if ("code" in placed) refusals.push(placed);
    else readings.push(placed);
  }
  return { readings, refusals, rows };
}

async function daysOf(connections: Connections, target: Target, rows: Reading[], now: number): Promise<Set<string>> {
  const scope = { organizationIds: [], propertyIds: [target.propertyId] };
  const { readings } = await inScope(connections.app, scope, (tx) => place(tx, target, rows, now));
  return new Set(readings.map((placed) => dayText(placed.day.day)));
}

async function store(tx: Transactional, target: Target, { readings, refusals, rows }: Placed): Promise<Outcome[]> {
  const { propertyId } = target;
  const outcomes = new Map<Reading, Outcome>();
  const changed = new Map<number, number>();
  const change = (placed: PlacedReading, lost: DayValue | null = null) => {
    outcomes.set(placed.reading, { row: placed.reading.row, status: "stored" });
    const hours = Math.max(placed.reading.hours, lost?.hours ?? 1);
    const unit = placed.reading.kind === "register" ? 1000 : HOUR_MS;
    const from = placed.day.startsAt + placed.slot * unit - (hours - 1) * HOUR_MS;
    const before = changed.get(placed.meter.meterId);
    if (before === undefined || from < before) changed.set(placed.meter.meterId, from);
  };

  const byDay = Map.groupBy(readings, (placed) => `${placed.meter.meterId} ${placed.day.day}`);
  const single = readings.filter((placed) => isPlain(placed) && byDay.get(keyOf(placed))?.length === 1);
  // Rows are locked in the order of their keys by either way, but not across the two: a batch that is mostly of the
  // other kind goes one way, or senders of the same hours would wait for each other in circles.
  const quick = new Set(single.length * 2 > readings.length ? single : []);
  if (quick.size > 0) for (const left of await storeHours(tx, propertyId, single)) quick.delete(left);
  for (const placed of quick) change(placed);

  const bundles: (DayBundle & { readings: PlacedReading[] })[] = [];
  for (const group of byDay.values()) {
    const first = group[0];
    if (first === undefined || quick.has(first)) continue;
    const { meter, day } = first;
    const values = group.map(dayValueOf);
    bundles.push({ meterId: meter.meterId, day: day.day, hours: day.hours, values, readings: group });
  }
  const stored = bundles.length > 0 ? await storeDays(tx, propertyId, bundles) : [];
  const superseded: { placed: PlacedReading; value: DayValue; isNew: boolean }[] = [];
  const readingsOf = new Map(bundles.map((bundle): [DayBundle, PlacedReading[]] => [bundle, bundle.readings]));
  for (const { bundle, verdicts } of stored) {
    const group = readingsOf.get(bundle) ?? [];
    for (const [i, placed] of group.entries()) {
      const verdict = verdicts[i];
      if (verdict === undefined) continue;
      if (verdict.result === "new") change(placed, verdict.superseded);
      else outcomes.set(placed.reading, { row: placed.reading.row, status: "duplicate" });
      if (verdict.superseded !== null) {
        superseded.push({ placed, value: verdict.superseded, isNew: verdict.result === "lost" });
      }
    }
  }
  for (const placed of await keepSuperseded(tx, propertyId, superseded)) {
    outcomes.set(placed.reading, { row: placed.reading.row, status: "stored" });
  }
  await keepChanges(tx, propertyId, changed);
  const reasons = new Map(refusals.map((refusal) => [refusal.row, refusal]));
  return rows.map((row) => {
    const refusal = reasons.get(row.row);
    const refused = { row: row.row, status: "refused" as const, code: refusal?.code, reason: refusal?.reason };
    return outcomes.get(row) ?? refused;
  });
}

const keyOf = (placed: PlacedReading) => `${placed.meter.meterId} ${placed.day.day}`;

function isPlain({ reading }: PlacedReading): boolean {
  return reading.kind === "hour" && reading.hours === 1 && reading.class === 0;
}

function dayValueOf({ reading, slot }: PlacedReading): DayValue {
  const kind = reading.kind === "register" ? "register" : reading.hours > 1 ? "lump" : "hour";
  // Minutes and draws are known of single hours only.
  const isHour = kind === "hour";
  return {
    kind,
    slot,
    gallons: reading.gallons,
    flowTime: isHour && reading.flowTime !== null ? Math.round(reading.flowTime) : null,
    events: isHour ? reading.events : null,
    hours: reading.hours,
    sequence: reading.sequence,
    class: reading.class,
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

const isTransient = (error: unknown) => codeOf(error) === "40P01" || codeOf(error) === "40001";

/** "no partition of relation found for row" is a check violation without a constraint's name. */
const isMissingPartition = (error: unknown) =>
  codeOf(error) === "23514" && error instanceof Error && error.message.includes("no partition of relation");
