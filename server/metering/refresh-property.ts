import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { Connections, Transactional } from "../database/connect.ts";
import { areKnown, ensureMonths } from "../database/partitions.ts";
import type { Leak } from "../leaks/advance.ts";
import { defaultLeakSettings, type LeakSettings, leakSettings } from "../leaks/settings.ts";
import { type Advance, advanceMeter } from "./advance-meter.ts";
import { type Change, claimChanges, keepRest, peekChanges } from "./claims.ts";
import { DaysAtHand } from "./days-at-hand.ts";
import { type Inventory, inventoryOf, type Meter } from "./inventory.ts";
import { loadDays, loadDaysOf } from "./load-days.ts";
import { dayText, localDayAt } from "./local-day.ts";
import { reachOfLumps } from "./lumps.ts";
import { HOUR_MS } from "./meter-day.ts";
import { type MeterState, newMeterState } from "./meter-state.ts";
import { refreshUnits } from "./refresh-units.ts";
import { type CheckpointChange, isKept, loadCheckpoints, loadStates, saveCheckpoints, saveStates } from "./states.ts";
import { setLeakGallons, slotOf, type WorkDay } from "./work-day.ts";
import { writeDays } from "./write-days.ts";
import { forgetLeaks, writeLeaks } from "./write-leaks.ts";

/** A leak reaches back over at most this many days when it opens; so far before a checkpoint days are at hand again. */
const REACH_DAYS = 7;
/** Days worked on in one transaction, so that its memory and its locks stay small. */
const MOST_DAYS = 12_000;

/** One meter with what it starts from. */
interface Plan {
  meter: Meter;
  state: MeterState;
  rewound: boolean;
  /** Day from which on readings are new, and the first day to load. */
  fromDay: number;
  loadFrom: number;
}

/**
 * Brings part of what waits at one property up to date, in one transaction: hours, leaks, roll-ups, states. Killed at
 * any moment it leaves nothing half done.
 * @returns how many meters were worked on and how many still wait; null when another server is at this property
 */
export async function refreshProperty(
  connections: Connections,
  propertyId: number,
  clock: Clock,
): Promise<{ done: number; left: number } | null> {
  try {
    return await refreshOnce(connections, propertyId, clock);
  } catch (error) {
    if (!(error instanceof MonthsMissing)) throw error;
    await ensureMonths(connections.owner, error.days);
    return refreshOnce(connections, propertyId, clock);
  }
}

/** Days to be written lie in months that are not known to have their partitions. */
class MonthsMissing extends Error {
  readonly days: string[];

  constructor(days: string[]) {
    super("Months without partitions");
    this.days = days;
  }
}

function refreshOnce(connections: Connections, propertyId: number, clock: Clock) {
  return connections.worker.transaction().execute(async (tx) => {
    const lock = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(710004, ${propertyId}::int) as held`.execute(tx);
    if (lock.rows[0]?.held !== true) return null;
    const inventory = await inventoryOf(tx, propertyId);
    const waiting = await peekChanges(tx, propertyId);
    if (inventory === null || waiting.length === 0) return { done: 0, left: 0 };
    const { plans, left } = await plan(tx, inventory, waiting, clock());
    const loaded = await claimAndLoad(tx, inventory, plans, left);
    await work(tx, connections, inventory, plans, loaded, clock());
    return { done: plans.length, left: left.length };
  });
}

/** Decides where each meter starts: at its newest state, or at a checkpoint before its first late hour. */
async function plan(tx: Transactional, inventory: Inventory, waiting: Change[], now: number) {
  const { propertyId, timeZone } = inventory;
  const known = waiting.filter((change) => inventory.byId.has(change.meterId));
  const states = await loadStates(
    tx,
    propertyId,
    known.map((change) => change.meterId),
  );
  const dayAt = (at: number) => localDayAt(timeZone, at).day;
  const isLate = ({ meterId, from }: Change) => {
    const state = states.get(meterId);
    return state !== undefined && !isAhead(state, from);
  };
  const late = known.filter(isLate);
  const checkpoints = await loadCheckpoints(
    tx,
    propertyId,
    late.map(({ meterId, from }) => ({ meterId, day: dayAt(from) })),
  );
  const today = dayAt(now);
  const plans: Plan[] = [];
  let days = 0;
  let taken = 0;
  for (const change of known) {
    const meter = inventory.byId.get(change.meterId);
    if (meter === undefined) continue;
    const rewound = isLate(change);
    const state = (rewound ? checkpoints.get(change.meterId) : states.get(change.meterId)) ?? newMeterState();
    const fresh = state.leak.processedUntil === 0 && state.register === null;
    const reached = Math.min(
      fresh ? Number.POSITIVE_INFINITY : state.leak.processedUntil || Number.POSITIVE_INFINITY,
      state.register?.lastAt ?? Number.POSITIVE_INFINITY,
      fresh && !rewound ? change.from : Number.POSITIVE_INFINITY,
    );
    // A checkpoint that does not exist means: from the very first day on.
    const fromDay = reached === Number.POSITIVE_INFINITY ? FIRST_DAY : dayAt(reached);
    const span = Math.max(1, today - (fromDay === FIRST_DAY ? dayAt(change.from) - 30 : fromDay));
    if (plans.length > 0 && days + span > MOST_DAYS) break;
    days += span;
    taken++;
    plans.push({ meter, state, rewound, fromDay, loadFrom: rewound ? fromDay - REACH_DAYS : fromDay });
  }
  return { plans, left: known.slice(taken) };
}

/** Whether readings from an instant on come after all that the state has seen. */
function isAhead({ leak, register }: MeterState, from: number): boolean {
  // A meter with a register: its hours become final later than its registers come.
  return register === null ? from >= leak.processedUntil : from > register.lastAt;
}

/** Before any reading there can be. */
const FIRST_DAY = 0;

/**
 * Takes the marks and reads the days in one statement's view of the database: what came in between is not read without
 * its mark. Marks that the plan does not cover are put back.
 */
async function claimAndLoad(tx: Transactional, inventory: Inventory, plans: Plan[], left: Change[]) {
  const { propertyId, timeZone } = inventory;
  const wanted = plans.map(({ meter, loadFrom }) => ({ meterId: meter.meterId, from: Math.max(0, loadFrom) }));
  const claimed = await claimChanges(tx, propertyId, timeZone, wanted);
  const covered = new Map(plans.map((p) => [p.meter.meterId, p]));
  const rest = claimed.changes.filter((change) => {
    const planned = covered.get(change.meterId);
    if (planned === undefined) return inventory.byId.has(change.meterId);
    return !isAhead(planned.state, change.from);
  });
  await keepRest(tx, propertyId, [...left, ...rest]);
  await reachBack(tx, inventory, plans, claimed.days);
  return claimed.days;
}

/** Loads further days of meters whose lumps reach back before those loaded. */
async function reachBack(tx: Transactional, inventory: Inventory, plans: Plan[], days: Map<number, WorkDay[]>) {
  const again: Plan[] = [];
  for (const plan of plans) {
    const reaches = (days.get(plan.meter.meterId) ?? []).map(reachOfLumps).filter((reach) => reach !== null);
    const reach = reaches.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    if (reach === Number.POSITIVE_INFINITY) continue;
    const { day } = localDayAt(inventory.timeZone, reach);
    if (day >= plan.loadFrom) continue;
    plan.loadFrom = day;
    again.push(plan);
  }
  const wanted = again.map(({ meter, loadFrom }) => ({ meterId: meter.meterId, from: Math.max(0, loadFrom) }));
  const loaded = await loadDays(tx, inventory.propertyId, inventory.timeZone, wanted);
  for (const [meterId, found] of loaded) days.set(meterId, found);
}

async function work(
  tx: Transactional,
  connections: Connections,
  inventory: Inventory,
  plans: Plan[],
  loaded: Map<number, WorkDay[]>,
  now: number,
) {
  const { propertyId, timeZone } = inventory;
  const settings = await settingsOf(tx, propertyId);
  const days: WorkDay[] = [];
  const leaks: { meter: Meter; leak: Leak }[] = [];
  const forgotten: { meterId: number; at: number }[] = [];
  const checkpoints: CheckpointChange[] = [];
  const states = new Map<number, MeterState>();
  const earlier: { meterId: number; hours: Advance["earlier"] }[] = [];
  for (const { meter, state, rewound, fromDay, loadFrom } of plans) {
    const { meterId } = meter;
    const stored = loaded.get(meterId) ?? [];
    if (rewound) forgotten.push({ meterId, at: state.leak.processedUntil });
    const latest = stored.at(-1)?.day ?? fromDay;
    const at = new DaysAtHand(meterId, timeZone, loadFrom, stored);
    const leakMeter = {
      attachedTo: meter.attachedTo,
      count: meter.count,
      continuousUseExpected: meter.continuousUseExpected,
      settings,
    };
    const silentUntil = silenceOf(state, stored, timeZone, now, settings);
    const wanted = (day: number) => isKept(day, latest);
    const advance = advanceMeter({ meter, leakMeter, state, at, fromDay, rewound, wanted, silentUntil });
    days.push(...at.sorted());
    for (const leak of advance.leaks) leaks.push({ meter, leak });
    if (advance.earlier.length > 0) earlier.push({ meterId, hours: advance.earlier });
    checkpoints.push({ meterId, validUntil: rewound ? fromDay : null, latest, added: advance.checkpoints });
    states.set(meterId, state);
  }
  days.push(...(await earlierDays(tx, inventory, earlier)));
  // Catch-up over a long silence fills days in months that have no reading of their own. Those are made outside of this
  // transaction, which would otherwise wait for itself where the table is distributed.
  const made = days.filter((day) => !day.stored && day.touched).map((day) => dayText(day.day));
  if (!areKnown(connections.owner, made)) throw new MonthsMissing(made);
  const changed = await writeDays(tx, propertyId, days);
  await forgetLeaks(tx, propertyId, forgotten);
  await writeLeaks(tx, propertyId, leaks);
  await refreshUnits(tx, inventory, changed, days);
  await saveStates(tx, propertyId, states);
  await saveCheckpoints(tx, propertyId, checkpoints);
}

/** Days before those at hand, to which a leak that opened now reaches back. */
async function earlierDays(
  tx: Transactional,
  inventory: Inventory,
  earlier: { meterId: number; hours: Advance["earlier"] }[],
): Promise<WorkDay[]> {
  const keys = new Map<string, { meterId: number; day: number }>();
  for (const { meterId, hours } of earlier) {
    for (const { at } of hours) {
      const { day } = localDayAt(inventory.timeZone, at);
      keys.set(`${meterId} ${day}`, { meterId, day });
    }
  }
  const wanted = [...keys.values()];
  const { propertyId, timeZone } = inventory;
  const meterIds = wanted.map((key) => key.meterId);
  const loaded = await loadDaysOf(
    tx,
    propertyId,
    timeZone,
    meterIds,
    wanted.map((key) => key.day),
  );
  for (const { meterId, hours } of earlier) {
    for (const { at, gallons } of hours) {
      const { day } = localDayAt(timeZone, at);
      const found = loaded.get(meterId)?.find((other) => other.day === day);
      if (found !== undefined) setLeakGallons(found, slotOf(found, at), gallons);
    }
  }
  return [...loaded.values()].flat();
}

/** The day before today, when the meter has been silent so long that a leak nobody confirms is over; else null. */
function silenceOf(state: MeterState, days: WorkDay[], timeZone: string, now: number, settings: LeakSettings) {
  const last = days.at(-1);
  const newest = Math.max(state.leak.processedUntil, last === undefined ? 0 : last.startsAt + last.hours * HOUR_MS);
  const silentFor = now - newest;
  return silentFor > settings.silentDaysToClose * 24 * HOUR_MS ? localDayAt(timeZone, now).day - 1 : null;
}

/** The organization's numbers of the leak rules, the defaults for a property without one. */
async function settingsOf(tx: Transactional, propertyId: number): Promise<LeakSettings> {
  const found = await sql<{ leak_settings: unknown }>`
    select o.leak_settings from properties p join organizations o on o.id = p.organization_id
    where p.id = ${propertyId}`.execute(tx);
  const row = found.rows[0];
  return row === undefined ? defaultLeakSettings : leakSettings.parse(row.leak_settings);
}
