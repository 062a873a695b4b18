import { z } from "zod";
import { queryRow } from "../database/query-rows.ts";
import type { Inventory } from "../metering/inventory/inventory-types.ts";
import { firstOpenDay, openSince } from "../metering/plan/retained.ts";
import { ProblemError, wrongField } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { HOUR_MS } from "../time/durations.ts";
import { dayText } from "../time/local-day.ts";
import type { Facts } from "./facts.ts";
import { inventoryAtWork, type RepairWork } from "./repair-work.ts";

const LastClosedAt = z.object({ at: z.date().nullable() });

/**
 * Rejects a correction of readings that are archived, or of the days beside them, which can no longer be processed:
 * only half of it would take effect.
 * @param at the first instant affected, milliseconds since the epoch
 * @throws ProblemError invalid_fields under the name of the field
 */
export function rejectClosed(inventory: Inventory, at: number, field: string): void {
  const { hoursFrom } = inventory;
  const day = firstOpenDay(inventory);
  if (hoursFrom === null || day === null || at >= openSince(inventory)) return;
  throw wrongField(
    field,
    text`${new Date(at).toISOString()} is too early: corrections are possible from ${dayText(day)} on, because hours before ${dayText(hoursFrom)} are archived. Begin at ${new Date(openSince(inventory)).toISOString()} or later.`,
  );
}

/**
 * Rejects the undo of a correction that reaches into archived days: the previous readings are deleted.
 * @throws ProblemError conflict
 */
export async function rejectUndoOfClosed(work: RepairWork, facts: Facts): Promise<void> {
  const inventory = await inventoryAtWork(work);
  const { hoursFrom } = inventory;
  const day = firstOpenDay(inventory);
  if (hoursFrom === null || day === null) return;
  const decided = await decidedFrom(work, facts);
  const from = facts.values.reduce((least, { at, hours }) => Math.min(least, at - (hours - 1) * HOUR_MS), decided);
  if (from >= openSince(inventory)) return;
  throw new ProblemError(
    "conflict",
    text`Repair ${work.repairId} reaches back to ${new Date(from).toISOString()} and can no longer be undone: corrections are possible from ${dayText(day)} on, because hours before ${dayText(hoursFrom)} are archived. Correct what is wrong from ${dayText(day)} on with another repair.`,
  );
}

/** The first instant that a correction excluded, decided about registers or swapped; infinite where it did none. */
async function decidedFrom({ tx, propertyId, repairId }: RepairWork, { swap }: Facts): Promise<number> {
  const found = await queryRow(tx, LastClosedAt)`
    select least(
      (select min(from_at) from excluded_stretches where property_id = ${propertyId} and repair_id = ${repairId}),
      (select min(measured_at) from register_decisions where property_id = ${propertyId} and repair_id = ${repairId}),
      (select began_at from meter_services
        where property_id = ${propertyId} and id = ${swap?.newServiceId ?? null}::bigint)) as at`;
  return found?.at?.getTime() ?? Number.POSITIVE_INFINITY;
}
