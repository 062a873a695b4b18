import type { Transactional } from "../../database/connect.ts";
import { localDayAt } from "../../time/local-day.ts";
import { loadDays } from "../days/load-days.ts";
import type { WorkDay } from "../days/work-day.ts";
import type { Inventory } from "../inventory/inventory-types.ts";
import { reachOfLumps } from "../registers/lumps.ts";
import { claimChanges, isLook, keepRest } from "./claims.ts";
import { covers, type Plan, type Planned } from "./plan-meters.ts";
import { openChanges } from "./retained.ts";

/**
 * Claims the marks and reads the days in one statement's snapshot: what arrives in between is not read without its
 * mark. Marks that the plans do not cover are returned.
 */
export async function loadPlanned(
  tx: Transactional,
  inventory: Inventory,
  { plans, left, settled }: Planned,
): Promise<Map<number, WorkDay[]>> {
  const { propertyId, timeZone, byId } = inventory;
  const dayAt = (at: number) => localDayAt(timeZone, at).day;
  const { changes, days } = await claimChanges(tx, inventory, plans.map(wantedOf));
  const planned = new Map(plans.map((plan) => [plan.meter.meterId, plan]));
  const rest = openChanges(inventory, changes).filter((change) => {
    const plan = planned.get(change.meterId);
    if (plan !== undefined) return !covers(plan, change.from, dayAt);
    return byId.has(change.meterId) && !(isLook(change) && settled.has(change.meterId));
  });
  await keepRest(tx, propertyId, [...left, ...rest]);
  await reachBack(tx, inventory, plans, days);
  return days;
}

/** The days that a plan begins with. */
export const wantedOf = ({ meter, loadFrom }: Plan) => ({ meterId: meter.meterId, from: loadFrom });

/**
 * Moves the day from which catch-up is recalculated back until no lump from there on reaches before it, and loads the
 * days in between.
 */
export async function reachBack(tx: Transactional, inventory: Inventory, plans: Plan[], days: Map<number, WorkDay[]>) {
  let open = plans;
  while (open.length > 0) {
    for (const plan of open)
      plan.lumpsFrom = firstOfLumps(plan.lumpsFrom, days.get(plan.meter.meterId) ?? [], inventory);
    open = open.filter((plan) => plan.lumpsFrom < plan.loadFrom);
    for (const plan of open) plan.loadFrom = plan.lumpsFrom;
    const loaded = await loadDays(tx, inventory, open.map(wantedOf));
    for (const [meterId, found] of loaded) days.set(meterId, found);
  }
}

/** The first day that the lumps from a day on reach back to, and those of the days in between, and so on. */
function firstOfLumps(from: number, days: WorkDay[], { timeZone }: Inventory): number {
  let first = from;
  for (const day of days.toReversed()) {
    if (day.day < first) break;
    const reach = reachOfLumps(day);
    if (reach !== null) first = Math.max(0, Math.min(first, localDayAt(timeZone, reach).day));
  }
  return first;
}
