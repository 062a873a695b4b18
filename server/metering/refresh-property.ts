import type { Connections, Transactional } from "../database/connect.ts";
import { lock, tryLock } from "../database/locks.ts";
import { retry } from "../database/retry.ts";
import type { Leak } from "../leaks/advance.ts";
import type { LeakSettings } from "../leaks/settings/leak-settings.ts";
import type { Clock } from "../time/clock.ts";
import { dayText, localDayAt } from "../time/local-day.ts";
import { reachedCases } from "./cases/reached-cases.ts";
import { recalculateCases } from "./cases/recalculate-cases.ts";
import { loadDaysOf } from "./days/load-days.ts";
import { setLeakGallons, slotOf, type WorkDay } from "./days/work-day.ts";
import { writeDays } from "./days/write-days.ts";
import { fingerprintOf } from "./inventory/fingerprint.ts";
import { inventoryOf } from "./inventory/inventory.ts";
import type { Inventory, Meter } from "./inventory/inventory-types.ts";
import { organizationSettings } from "./inventory/organization-settings.ts";
import { calculateLastSeen } from "./last-seen/meter-status.ts";
import { noteLastSeen, type Worked } from "./last-seen/note-last-seen.ts";
import { needMonths, withMonths } from "./months-missing.ts";
import { advancePlan } from "./plan/advance-plan.ts";
import { markChangedInventory, peekChanges } from "./plan/claims.ts";
import { loadPlanned } from "./plan/load-planned.ts";
import { type Plan, planMeters } from "./plan/plan-meters.ts";
import { firstOpenDay, openChanges, openSince } from "./plan/retained.ts";
import { type CheckpointChange, isKept, saveCheckpoints, saveStates } from "./plan/states.ts";
import type { Advance } from "./registers/advance-meter.ts";
import type { MeterState } from "./registers/meter-state.ts";
import { fedUntil, type RegisterFinding } from "./registers/register-hours.ts";
import { writeFindings } from "./registers/write-findings.ts";
import { addUpAllDays } from "./roll-up/add-up-days.ts";
import { noteRefreshed } from "./roll-up/grow-figures.ts";
import { refreshUnits } from "./roll-up/refresh-units.ts";
import { renewRollUp } from "./roll-up/renew-roll-up.ts";
import { forgetLeftUnits } from "./roll-up/roll-up.ts";
import { endLeaks, forgetLeaks, writeLeaks } from "./write-leaks.ts";

/** Attempts at a refresh that deadlocks with a sender. */
const MAX_ATTEMPTS = 5;

/**
 * Processes part of the pending changes of one property, in one transaction: hours, leaks, roll-ups, states. Killed at
 * any moment it leaves nothing half done.
 * @returns how many meters were processed and how many are pending; null when another server refreshes this property
 */
export function refreshProperty(
  connections: Connections,
  propertyId: number,
  clock: Clock,
): Promise<{ done: number; left: number } | null> {
  return retry({ maxAttempts: MAX_ATTEMPTS }, () => refreshOnce(connections, propertyId, clock));
}

function refreshOnce(connections: Connections, propertyId: number, clock: Clock) {
  return withMonths(connections, () =>
    connections.worker.transaction().execute(async (tx) => {
      if (!(await tryLock(tx, "propertyFigures", propertyId))) return null;
      return refreshRound(tx, connections, propertyId, clock());
    }),
  );
}

/**
 * Processes all pending changes of one property in a given transaction, as for the preview of a correction, which is
 * then rolled back. Waits for another server that refreshes this property.
 * @throws an error that withMonths handles where catch-up reaches into months that lack their partitions
 */
export async function refreshMetersIn(
  tx: Transactional,
  connections: Connections,
  propertyId: number,
  clock: Clock,
): Promise<void> {
  await lock(tx, "propertyFigures", propertyId);
  for (;;) {
    const { done, left } = await refreshRound(tx, connections, propertyId, clock());
    if (done === 0 && left === 0) return;
  }
}

async function refreshRound(tx: Transactional, connections: Connections, propertyId: number, now: number) {
  const { isGrown, isOldForm } = await markChangedInventory(tx, propertyId);
  const inventory = await inventoryOf(tx, propertyId);
  // What waits at an archived property waits until it is restored.
  if (inventory === null) return { done: 0, left: 0 };
  if (isGrown) await forgetLeftUnits(tx, propertyId, [...inventory.byUnit.keys()]);
  if (isOldForm) await renewRollUp(tx, inventory);
  if (isGrown || isOldForm) {
    await addUpAllDays(tx, propertyId);
    await calculateLastSeen(tx, propertyId, null);
    await recalculateCases(tx, inventory, now);
  }
  const marked = await peekChanges(tx, propertyId);
  if (marked.length === 0) {
    if (isGrown || isOldForm) await noteRefreshed(tx, propertyId);
    return { done: 0, left: 0 };
  }
  const waiting = openChanges(inventory, marked);
  const { leaks: settings } = await organizationSettings(tx, propertyId);
  const planned = await planMeters(tx, inventory, fingerprintOf(settings), waiting, now);
  const { plans, left } = planned;
  const loaded = await loadPlanned(tx, inventory, planned);
  await work(tx, connections, inventory, settings, plans, loaded, now);
  await noteRefreshed(tx, propertyId);
  return { done: plans.length, left: left.length };
}

async function work(
  tx: Transactional,
  connections: Connections,
  inventory: Inventory,
  settings: LeakSettings,
  plans: Plan[],
  loaded: Map<number, WorkDay[]>,
  now: number,
) {
  const { propertyId, timeZone } = inventory;
  const days: WorkDay[] = [];
  const leaks: { meter: Meter; leak: Leak }[] = [];
  const forgotten: { meterId: number; at: number }[] = [];
  const rebuiltMeterIds: number[] = [];
  const checkpoints: CheckpointChange[] = [];
  const registersFrom: { meterId: number; after: number }[] = [];
  const findings: { meterId: number; finding: RegisterFinding }[] = [];
  const states = new Map<number, MeterState>();
  const earlier: { meterId: number; hours: Advance["earlier"] }[] = [];
  const read: WorkDay[] = [];
  const worked: Worked[] = [];
  for (const plan of plans) {
    const { meter, state, rewound, fromDay } = plan;
    const { meterId } = meter;
    const stored = loaded.get(meterId) ?? [];
    if (rewound && state.leak.processedUntil === 0 && openSince(inventory) > 0) rebuiltMeterIds.push(meterId);
    if (rewound) forgotten.push({ meterId, at: state.leak.processedUntil || openSince(inventory) });
    if (rewound && meter.registerFactor !== null) {
      registersFrom.push({ meterId, after: state.register === null ? 0 : fedUntil(state.register) });
    }
    const latest = stored.at(-1)?.day ?? fromDay;
    const { advance, atHand } = advancePlan(plan, stored, timeZone, settings, now, (day) => isKept(day, latest));
    worked.push({ meterId, from: plan.loadFrom, days: atHand });
    days.push(...atHand);
    // Their totals may be right already, which ingest keeps as it goes; the sums over meters are not.
    read.push(...atHand.filter((day) => day.day >= fromDay));
    for (const finding of advance.findings) findings.push({ meterId, finding });
    for (const leak of advance.leaks) leaks.push({ meter, leak });
    if (advance.earlier.length > 0) earlier.push({ meterId, hours: advance.earlier });
    checkpoints.push({ meterId, validUntil: rewound ? fromDay : null, latest, added: advance.checkpoints });
    states.set(meterId, state);
  }
  days.push(...(await earlierDays(tx, inventory, earlier)));
  // Catch-up over a long silence fills days in months that have no reading of their own.
  needMonths(
    connections,
    days.filter((day) => !day.stored && day.touched).map((day) => dayText(day.day)),
  );
  const changed = await writeDays(tx, inventory, days);
  await noteLastSeen(tx, propertyId, worked);
  const left = await forgetLeaks(tx, propertyId, forgotten);
  await endLeaks(tx, propertyId, rebuiltMeterIds, openSince(inventory));
  const leaking = await writeLeaks(tx, propertyId, leaks);
  await writeFindings(tx, propertyId, registersFrom, findings);
  await refreshUnits(tx, inventory, [...changed, ...read], days);
  const reached = await reachedCases(tx, inventory, plans);
  await recalculateCases(tx, inventory, now, [...new Set([...left, ...leaking, ...reached])]);
  await saveStates(tx, propertyId, states);
  await saveCheckpoints(tx, propertyId, checkpoints, firstOpenDay(inventory));
}

/** Days before the loaded ones, to which a leak that opened now reaches back; those whose hours were archived stay as they are. */
async function earlierDays(
  tx: Transactional,
  inventory: Inventory,
  earlier: { meterId: number; hours: Advance["earlier"] }[],
): Promise<WorkDay[]> {
  const keys = new Map<string, { meterId: number; day: number }>();
  for (const { meterId, hours } of earlier) {
    for (const { at } of hours) {
      const { day } = localDayAt(inventory.timeZone, at);
      if (day >= (inventory.hoursFrom ?? 0)) keys.set(`${meterId} ${day}`, { meterId, day });
    }
  }
  const wanted = [...keys.values()];
  const { timeZone } = inventory;
  const meterIds = wanted.map((key) => key.meterId);
  const days = wanted.map((key) => key.day);
  const loaded = await loadDaysOf(tx, inventory, meterIds, days);
  for (const { meterId, hours } of earlier) {
    for (const { at, gallons } of hours) {
      const { day } = localDayAt(timeZone, at);
      const found = loaded.get(meterId)?.find((other) => other.day === day);
      if (found !== undefined) setLeakGallons(found, slotOf(found, at), gallons);
    }
  }
  return [...loaded.values()].flat();
}
