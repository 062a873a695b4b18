import type { Transactional } from "../../database/connect.ts";
import { localDayAt } from "../../time/local-day.ts";
import type { Inventory, Meter } from "../inventory/inventory-types.ts";
import { type MeterState, newMeterState } from "../registers/meter-state.ts";
import { fedUntil } from "../registers/register-hours.ts";
import { type Change, isLook } from "./claims.ts";
import { firstOpenDay } from "./retained.ts";
import { loadCheckpoints, loadFloors, loadStates } from "./states.ts";

/** A leak reaches back over at most this many days when it opens; so far before a checkpoint days are loaded again. */
export const REACH_DAYS = 7;
/** Days processed in one transaction, so that its memory and its locks stay small. */
const MOST_DAYS = 12_000;
/**
 * Meters processed in one transaction: requests wait for the work between its statements, and as long as it goes on, no
 * old version of any row can be cleared away.
 */
const MOST_METERS = 600;
/** Days assumed for a meter whose whole history is processed. */
const WHOLE_HISTORY_DAYS = 400;
/** Before any reading there can be. */
const FIRST_DAY = 0;

/** One meter with what it starts from. */
export interface Plan {
  meter: Meter;
  state: MeterState;
  /** Whether the state is older than the newest results, which are then recalculated. */
  rewound: boolean;
  /** Day from which on readings are new. */
  fromDay: number;
  /** Day from which on catch-up is recalculated. */
  lumpsFrom: number;
  /** The first day to load. */
  loadFrom: number;
}

/** What one refresh takes on. */
export interface Planned {
  plans: Plan[];
  /** What is left for later ones. */
  left: Change[];
  /** Meters at which a look found nothing to do. */
  settled: Set<number>;
}

/**
 * Decides where each waiting meter starts: at its newest state, at a checkpoint before its first late hour, or at the
 * beginning where its state was calculated with another inventory or other settings. Where hours were archived, the
 * beginning is the state that was kept for the first day whose readings are still taken.
 * @param settings fingerprint of the leak rules' numbers
 * @returns as many as fit into one transaction
 */
export async function planMeters(
  tx: Transactional,
  inventory: Inventory,
  settings: number,
  waiting: Change[],
  now: number,
): Promise<Planned> {
  const { propertyId, timeZone, byId } = inventory;
  const dayAt = (at: number) => localDayAt(timeZone, at).day;
  const configurationOf = configurationsOf(inventory, settings);
  const known = waiting.filter((change) => byId.has(change.meterId));
  const ids = known.map((change) => change.meterId);
  const states = await loadStates(tx, propertyId, ids, configurationOf);
  const isLate = ({ meterId, from }: Change) => {
    const state = states.get(meterId);
    return state !== undefined && state !== null && !isAhead(state, from);
  };
  const late = known.filter(isLate).map(({ meterId, from }) => ({ meterId, day: dayAt(from) }));
  const checkpoints = await loadCheckpoints(tx, propertyId, late, configurationOf);
  const floor = firstOpenDay(inventory);
  const floors = floor === null ? null : await loadFloors(tx, propertyId, ids, floor, configurationOf);
  const today = dayAt(now);
  const plans: Plan[] = [];
  const settled = new Set<number>();
  let days = 0;
  let taken = 0;
  for (const change of known) {
    const { meterId } = change;
    const meter = byId.get(meterId);
    const newest = states.get(meterId);
    const isRebuild = newest === null;
    // A look finds nothing to do where the state still holds, or where there is none.
    if (meter === undefined || (isLook(change) && !isRebuild)) {
      settled.add(meterId);
      taken++;
      continue;
    }
    const rewound = isRebuild || isLate(change);
    const found = rewound ? (checkpoints.get(meterId) ?? floors?.get(meterId)) : newest;
    const state = found ?? newMeterState(configurationOf(meterId));
    const fromDay = firstDayOf(state, rewound ? floor : dayAt(change.from), dayAt);
    const span = fromDay === FIRST_DAY ? WHOLE_HISTORY_DAYS : Math.max(1, today - fromDay);
    if (plans.length === MOST_METERS || (plans.length > 0 && days + span > MOST_DAYS)) break;
    days += span;
    taken++;
    // A meter may have had no data since before the first day whose hours are kept.
    const kept = inventory.hoursFrom ?? FIRST_DAY;
    const loadFrom = Math.max(kept, rewound ? fromDay - REACH_DAYS : fromDay);
    plans.push({ meter, state, rewound, fromDay, lumpsFrom: Math.max(kept, fromDay), loadFrom });
  }
  return { plans, left: known.slice(taken), settled };
}

/** The fingerprint that the state of a meter must have. */
export function configurationsOf({ byId }: Inventory, settings: number): (meterId: number) => number {
  return (meterId) => ((byId.get(meterId)?.fingerprint ?? 0) ^ settings) >>> 0;
}

/** @param fresh where a state that saw nothing starts; null: at the very first day */
export function firstDayOf(
  { leak, register }: MeterState,
  fresh: number | null,
  dayAt: (at: number) => number,
): number {
  if (leak.processedUntil === 0 && register === null) return fresh ?? FIRST_DAY;
  const reached = [leak.processedUntil || Number.POSITIVE_INFINITY, register?.lastAt ?? Number.POSITIVE_INFINITY];
  return dayAt(Math.min(...reached));
}

/** Whether a plan processes what changed from an instant on. */
export function covers({ state, fromDay }: Plan, from: number, dayAt: (at: number) => number): boolean {
  return isAhead(state, from) && dayAt(from) >= fromDay;
}

/**
 * Whether readings from an instant on come after all that the state has seen. Hours of a register become final later than
 * its registers come; a leak that nobody confirmed was followed through hours of silence, which may get a volume now.
 */
function isAhead({ leak, register }: MeterState, from: number): boolean {
  if (register === null) return from >= leak.processedUntil;
  return from > fedUntil(register) && leak.processedUntil <= register.lastAt;
}
