import { z } from "zod";
import type { ListedLeak } from "../../contract/leaks/leaks.ts";
import { type Actor, audit } from "../audit/audit.ts";
import type { Transactional } from "../database/connect.ts";
import { lock } from "../database/locks.ts";
import { queryRow } from "../database/query-rows.ts";
import { growFigures } from "../metering/roll-up/grow-figures.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import type { RequestScope } from "../query/request-scope.ts";
import { findMeter } from "../reporting/leak-details/find-meter.ts";
import type { Clock } from "../time/clock.ts";
import { undoRepairEvent } from "./cases/repair-event.ts";
import { leakAt } from "./find-leak.ts";
import { listedLeak } from "./listed-leak.ts";
import type { LeakRepair } from "./mark-repaired.ts";

const MarkRow = z.object({ property_id: z.int() });

const RepairRow = z.object({
  property_id: z.int(),
  serial_number: z.string(),
  repaired_at: z.date(),
  note: z.string(),
  made_by: z.string(),
  made_at: z.date(),
});

/**
 * Undoes a leak's repair; the row is kept, with who undid it and when.
 * @returns the repair, with the leak's current state; null where there is no such leak any more
 * @throws ProblemError not_found for one that is unknown, out of scope, or already undone
 */
export async function undoRepairMark(
  scope: RequestScope,
  tx: Transactional,
  who: Actor,
  id: number,
  clock: Clock,
): Promise<Omit<LeakRepair, "leak"> & { leak: ListedLeak | null }> {
  const now = new Date(clock());
  const mark = await queryRow(tx, MarkRow)`
    select property_id from leak_repairs
    where property_id = any(${scope.propertyIds}::bigint[]) and id = ${id} and undone_at is null`;
  if (mark !== undefined) await lock(tx, "propertyFigures", mark.property_id);
  const repair = await queryRow(tx, RepairRow)`
    update leak_repairs set undone_at = ${now}, undone_by = ${who.email}
    from meters
    where leak_repairs.property_id = any(${scope.propertyIds}::bigint[]) and leak_repairs.id = ${id}
      and undone_at is null
      and meters.property_id = leak_repairs.property_id and meters.id = leak_repairs.meter_id
    returning leak_repairs.property_id, meters.serial_number, repaired_at, note, made_by, made_at`;
  if (repair === undefined) throw new ProblemError("not_found", text`Repair mark not found or already removed.`);
  await growFigures(tx, [repair.property_id]);
  await audit(tx, who, {
    action: "leak-repair.undo",
    propertyId: repair.property_id,
    objectType: "leak-repair",
    objectId: id,
    before: { meter: repair.serial_number, repaired_at: repair.repaired_at.toISOString(), note: repair.note },
  });
  const meter = await findMeter(scope, tx, repair.serial_number, { property_id: [repair.property_id] }, clock);
  await undoRepairEvent(tx, who, { propertyId: repair.property_id, timeZone: meter.period.timeZone }, id);
  const leak = await leakAt(tx, meter, repair.repaired_at, now, "sure");
  return {
    id,
    repaired_at: repair.repaired_at.toISOString(),
    note: repair.note,
    made_by: repair.made_by,
    made_at: repair.made_at.toISOString(),
    leak: leak === null ? null : listedLeak(leak),
  };
}
