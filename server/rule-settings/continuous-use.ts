import { sql } from "kysely";
import { z } from "zod";
import { type Actor, audit } from "../audit/audit.ts";
import type { Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { growInventory } from "../metering/inventory/inventory.ts";

const MeterRow = z.object({ serial_number: z.string() });

/**
 * Sets whether a meter is expected to use water all the time. Where that changes, its property is marked, so that the
 * meter's leaks are recalculated.
 * @returns whether it changed
 */
export async function expectContinuousUse(
  tx: Transactional,
  who: Actor,
  propertyId: number,
  meterId: number,
  expected: boolean,
): Promise<boolean> {
  const meter = await queryRow(tx, MeterRow)`
    update meters set continuous_use_expected = ${expected}
    where property_id = ${propertyId} and id = ${meterId} and continuous_use_expected <> ${expected}
    returning serial_number`;
  if (meter === undefined) return false;
  await markTagAsManual(tx, propertyId, meterId);
  await growInventory(tx, propertyId);
  await audit(tx, who, {
    action: "meter.continuous-use",
    propertyId,
    objectType: "meter",
    objectId: meter.serial_number,
    before: { continuous_use_expected: !expected },
    after: { continuous_use_expected: expected },
  });
  return true;
}

/** Marks the tag of a meter as set by hand: undoing a decision about a leak case no longer changes it. */
export async function markTagAsManual(tx: Transactional, propertyId: number, meterId: number): Promise<void> {
  await sql`
    update leak_case_events set tagged_meter_id = null
    where property_id = ${propertyId} and tagged_meter_id = ${meterId}`.execute(tx);
}
