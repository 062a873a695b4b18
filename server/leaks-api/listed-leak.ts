import { z } from "zod";
import { type ListedLeak, leak, leakKind } from "../../contract/leaks/leaks.ts";
import { asGallons } from "../query/volume.ts";
import { attachedTo } from "../readings/meter-day.ts";

/** A row as known leaks with their money are read. Volumes in thousandths of a gallon, money in dollars. */
export const LeakRow = leak
  .pick({
    property_id: true,
    property_name: true,
    building_id: true,
    building_name: true,
    unit_id: true,
    unit_name: true,
  })
  .extend(leak.pick({ state: true, rules: true, confidence: true, leak_cost: true }).shape)
  .extend({
    meter_id: z.int(),
    serial_number: z.string(),
    attached_to: z.enum(attachedTo),
    time_zone: z.string(),
    kind: leakKind,
    started_at: z.date(),
    opened_at: z.date(),
    last_confirmed_at: z.date(),
    ended_at: z.date().nullable(),
    came_back_at: z.date().nullable(),
    gallons_total: z.int(),
    gallons_per_hour: z.number().nullable(),
    /** Of its last repair; all null where it has none. */
    repair_id: z.int().nullable(),
    repaired_at: z.date().nullable(),
    note: z.string().nullable(),
    made_by: z.string().nullable(),
    made_at: z.date().nullable(),
    /** It ran for more than a day after it was marked repaired. */
    ran_on: z.boolean(),
  });
export type LeakRow = z.output<typeof LeakRow>;

/** A leak as the wire has it. */
export function listedLeak(row: LeakRow): ListedLeak {
  return {
    property_id: row.property_id,
    property_name: row.property_name,
    building_id: row.building_id,
    building_name: row.building_name,
    unit_id: row.unit_id,
    unit_name: row.unit_name,
    leak_type: row.kind,
    meter_serial_number: row.serial_number,
    attached_to: row.attached_to,
    state: row.state,
    started_at: row.started_at.toISOString(),
    opened_at: row.opened_at.toISOString(),
    last_confirmed_at: row.last_confirmed_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    rules: row.rules,
    confidence: row.confidence,
    gallons_per_hour: asGallons(row.gallons_per_hour),
    total_gallons_leaked: asGallons(row.gallons_total),
    leak_cost: row.leak_cost,
    repair: repairOf(row),
    came_back_at: row.came_back_at?.toISOString() ?? null,
  };
}

function repairOf({ repair_id, repaired_at, note, made_by, made_at, ...row }: LeakRow): ListedLeak["repair"] {
  if (repair_id === null || repaired_at === null || note === null || made_by === null || made_at === null) return null;
  return {
    id: repair_id,
    repaired_at: repaired_at.toISOString(),
    note,
    made_by,
    made_at: made_at.toISOString(),
    still_running: row.ran_on && row.ended_at === null,
  };
}
