import { sql } from "kysely";
import { z } from "zod";
import { queryRow } from "../../database/query-rows.ts";
import { growInventory } from "../../metering/inventory/inventory.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { SwapFacts } from "../facts.ts";
import type { RepairWork } from "../repair-work.ts";

const SerialNumberRow = z.object({ serial_number: z.string() });

const NewerRepair = z.object({ repair_id: z.int(), serial_number: z.string() });

/**
 * Reinstalls the old meter at its point, once the registers of the swap are withdrawn. A meter that was created by the
 * swap is deleted.
 * @throws ProblemError conflict when either meter has moved on since, or the new one would leave readings without a place
 */
export async function undoSwap(work: RepairWork, swap: SwapFacts): Promise<void> {
  const { tx, propertyId } = work;
  await rejectMoved(work, swap);
  await rejectReadings(work, swap);
  await sql`
    delete from meter_services where property_id = ${propertyId} and id = ${swap.newServiceId}`.execute(tx);
  await sql`
    update meter_services set ended_at = null, closing_register = null
    where property_id = ${propertyId} and id = ${swap.oldServiceId}`.execute(tx);
  const left = await sql`
    select id from meter_services where property_id = ${propertyId} and meter_id = ${swap.newMeterId} limit 1`.execute(
    tx,
  );
  if (left.rows.length === 0) await rejectDecisions(work, swap.newMeterId);
  if (swap.isMade) await forgetMeter(work, swap.newMeterId);
  await growInventory(tx, propertyId);
}

async function rejectMoved({ tx, propertyId, repairId }: RepairWork, swap: SwapFacts): Promise<void> {
  const meter = await queryRow(tx, SerialNumberRow)`
    select m.serial_number from meter_services s
    join meters m on m.property_id = s.property_id and m.id = s.meter_id
    where s.property_id = ${propertyId}
      and ((s.id = ${swap.newServiceId} and s.ended_at is not null)
        or (s.meter_id = ${swap.oldMeterId} and (s.ended_at is null or s.ended_at > (
          select ended_at from meter_services where property_id = ${propertyId} and id = ${swap.oldServiceId}))))
    order by s.id limit 1`;
  if (meter === undefined) return;
  throw new ProblemError(
    "conflict",
    text`Meter "${meter.serial_number}" has been swapped or moved since repair ${repairId}. Undo that first.`,
  );
}

/** Readings that the new meter sent since the swap would be lost without notice; those of an earlier place stay there. */
async function rejectReadings({ tx, propertyId, repairId }: RepairWork, swap: SwapFacts): Promise<void> {
  const meter = await queryRow(tx, SerialNumberRow)`
    select m.serial_number from meters m
    join meter_services service on service.property_id = m.property_id and service.id = ${swap.newServiceId}
    join properties p on p.id = m.property_id
    cross join lateral (select case when exists (
      select from meter_services other
      where other.property_id = m.property_id and other.meter_id = m.id and other.id <> service.id
    ) then coalesce(service.began_at, '-infinity') else '-infinity' end as at) since
    where m.property_id = ${propertyId} and m.id = ${swap.newMeterId} and (
      exists (select from all_meter_days d where d.property_id = m.property_id and d.meter_id = m.id
        and (since.at = '-infinity' or d.day >= (since.at at time zone p.time_zone)::date)
        and (d.lumps is not null or d.registers is not null or d.interval_seconds is not null or (m.register_unit is null and d.gallons is not null)))
      or exists (select from superseded_readings s where s.property_id = m.property_id and s.meter_id = m.id
        and s.measured_at >= since.at)
      or exists (select from quarantined_readings q where q.property_id = m.property_id and q.meter_id = m.id
        and q.measured_at >= since.at))`;
  if (meter === undefined) return;
  throw new ProblemError(
    "conflict",
    text`Meter "${meter.serial_number}" has sent readings since repair ${repairId}; without the swap they would belong to no meter point. Correct what is wrong with another repair.`,
  );
}

/** Nothing can be decided, or undone, for a meter that is not installed. */
async function rejectDecisions({ tx, propertyId, repairId }: RepairWork, meterId: number): Promise<void> {
  const decided = await queryRow(tx, NewerRepair)`
    select decided.repair_id, m.serial_number from (
      select meter_id, repair_id from excluded_stretches where property_id = ${propertyId} and meter_id = ${meterId}
      union all
      select meter_id, repair_id from register_decisions where property_id = ${propertyId} and meter_id = ${meterId}
    ) decided join meters m on m.property_id = ${propertyId} and m.id = decided.meter_id
    order by decided.repair_id desc limit 1`;
  if (decided === undefined) return;
  throw new ProblemError(
    "conflict",
    text`Repair ${decided.repair_id} decided about meter "${decided.serial_number}" since repair ${repairId}. Undo that one first.`,
  );
}

async function forgetMeter({ tx, propertyId }: RepairWork, meterId: number): Promise<void> {
  for (const table of [
    "meter_days",
    "packed_months",
    "meter_states",
    "meter_histories",
    "meter_checkpoints",
    "register_findings",
    "leaks",
  ]) {
    await sql`delete from ${sql.table(table)} where property_id = ${propertyId} and meter_id = ${meterId}`.execute(tx);
  }
  await sql`delete from meters where property_id = ${propertyId} and id = ${meterId}`.execute(tx);
}
