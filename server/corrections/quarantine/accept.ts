import { sql } from "kysely";
import type { RequestOf } from "../../../contract/readings/repair-request.ts";
import type { Reading } from "../../ingest/reading.ts";
import type { RegisterDecision } from "../../metering/inventory/inventory-types.ts";
import { ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { rejectClosed } from "../closed-days.ts";
import { inventoryAtWork, type RepairWork, touch } from "../repair-work.ts";
import { storeValues } from "../store-values.ts";
import { findOpenParts } from "./open-parts.ts";
import { type HeldStretch, type HeldVolume, heldBy } from "./quarantine-ids.ts";
import { reevaluateRegisters } from "./rejudge-registers.ts";

/**
 * Volumes in quarantine become readings like any other, with the class and sequence that they came with. For stretches
 * of registers a person decides on the step: it counts, or the register restarts there and the step is no volume. One that
 * began on archived days can only restart, on the first day that is open.
 */
export async function accept(work: RepairWork, request: RequestOf<"accept">): Promise<void> {
  const { volumes, stretches } = await heldBy(work, request.quarantine_ids);
  const { as } = request;
  if (stretches.length > 0 && as === undefined) {
    throw wrongField("as", text`Set "as" to counts, reset or swap.`);
  }
  if (stretches.length === 0 && as !== undefined) {
    throw wrongField("as", text`Only registers take "as". Omit it for hourly readings.`);
  }
  const inventory = await inventoryAtWork(work);
  for (const { measured_at: at, hours } of volumes) {
    rejectClosed(inventory, at.getTime() - (hours - 1) * HOUR_MS, "quarantine_ids");
  }
  if (as === "counts") {
    for (const { measured_at: at } of stretches) rejectClosed(inventory, at.getTime(), "quarantine_ids");
  }
  const open = await findOpenParts(work, inventory, stretches);
  await touch(
    work,
    [...volumes, ...stretches].map((held) => held.meter_id),
  );
  if (as !== undefined) await decide(work, open, as === "counts" ? "counts" : "restarts");
  await acceptVolumes(work, volumes);
}

async function acceptVolumes(work: RepairWork, volumes: HeldVolume[]): Promise<void> {
  if (volumes.length === 0) return;
  const { tx, propertyId, repairId } = work;
  await sql`
    update quarantined_readings set decision = 'accepted', repair_id = ${repairId}
    where property_id = ${propertyId} and id = any(${volumes.map(({ id }) => id)}::bigint[])`.execute(tx);
  const outcomes = await storeValues(work, volumes.map(readingOf), true);
  const rejected = outcomes.find(({ status }) => status === "rejected");
  if (rejected !== undefined) throw wrongField("quarantine_ids", rejected.reason ?? text`It cannot be stored.`);
}

function readingOf(held: HeldVolume, i: number): Reading {
  return {
    row: i + 1,
    serial: held.serial_number,
    raw: `h${held.id}`,
    kind: held.minutes === null ? "hour" : "interval",
    at: held.measured_at.getTime(),
    gallons: held.gallons,
    flowTime: held.flow_time,
    events: held.events,
    hours: held.hours,
    minutes: held.minutes,
    sequence: held.sequence,
    class: held.class,
  };
}

async function decide(work: RepairWork, stretches: HeldStretch[], decision: RegisterDecision): Promise<void> {
  const { tx, propertyId, repairId } = work;
  for (const { meter_id, measured_at } of stretches) {
    const made = await sql`
      insert into register_decisions (property_id, meter_id, measured_at, decision, repair_id)
      values (${propertyId}, ${meter_id}, ${measured_at.toISOString()}::timestamptz, ${decision}, ${repairId})
      on conflict do nothing returning id`.execute(tx);
    if (made.rows.length === 0) {
      const at = measured_at.toISOString();
      throw new ProblemError("conflict", text`The register of ${at} was already decided on. Undo that repair first.`);
    }
  }
  await reevaluateRegisters(work, stretches);
}
