import { sql } from "kysely";
import type { RequestOf } from "../../../contract/readings/repair-request.ts";
import { excludeStretches } from "../excluded-stretches.ts";
import { conflictWith, personsValues } from "../persons-values.ts";
import { inventoryAtWork, type RepairWork, touch } from "../repair-work.ts";
import { findOpenParts } from "./open-parts.ts";
import { heldBy } from "./quarantine-ids.ts";
import { rejudgeVolumes } from "./rejudge-volumes.ts";

/** Volumes in quarantine are rejected for ever; the registers of a stretch were wrong and do not count. */
export async function reject(work: RepairWork, request: RequestOf<"reject">): Promise<void> {
  const { tx, propertyId, repairId } = work;
  const { volumes, stretches } = await heldBy(work, request.quarantine_ids);
  const inventory = await inventoryAtWork(work);
  const open = await findOpenParts(work, inventory, stretches);
  const excluded = open.map(({ meter_id, measured_at, last_at }) => ({
    meterId: meter_id,
    from: measured_at.getTime(),
    until: last_at.getTime() + 1000,
  }));
  for (const stretch of excluded) {
    const [conflicting] = await personsValues(work, stretch.meterId, stretch);
    const serial = inventory.byId.get(stretch.meterId)?.serial ?? "";
    if (conflicting !== undefined) throw await conflictWith(work, conflicting, serial);
  }
  await touch(
    work,
    [...volumes, ...stretches].map((held) => held.meter_id),
  );
  await sql`
    update quarantined_readings set decision = 'rejected', repair_id = ${repairId}
    where property_id = ${propertyId} and id = any(${volumes.map(({ id }) => id)}::bigint[])`.execute(tx);
  await rejudgeVolumes(work, volumes);
  await excludeStretches(work, excluded);
}
