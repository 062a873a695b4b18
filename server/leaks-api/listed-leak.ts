import type { LeakOutcome, LeakState, ListedLeak } from "../../contract/leaks.ts";
import { asGallons } from "../query/volume.ts";
import type { AttachedTo } from "../readings/meter-day.ts";

/** A row as known leaks with their money are read. Volumes in thousandths of a gallon, money in dollars. */
export interface LeakRow {
  property_id: number;
  property_name: string;
  building_id: number;
  building_name: string;
  unit_id: number | null;
  unit_name: string | null;
  meter_id: number;
  serial_number: string;
  attached_to: AttachedTo;
  time_zone: string;
  kind: ListedLeak["leak_type"];
  state: LeakState;
  started_at: Date;
  opened_at: Date;
  last_confirmed_at: Date;
  ended_at: Date | null;
  /** When it ended, or was repaired and seen no more; null: it goes on, or is only suspected. */
  stopped_at: Date | null;
  came_back_at: Date | null;
  rules: string[];
  confidence: ListedLeak["confidence"];
  gallons_total: number;
  leak_cost: number;
  gallons_per_hour: number | null;
  repair_id: number | null;
  repaired_at: Date;
  note: string;
  made_by: string;
  made_at: Date;
  /** It ran for more than a day after it was marked repaired. */
  ran_on: boolean;
  saved_until: Date | null;
  saved_gallons: number | null;
  saved_dollars: number | null;
  /** null: it goes on, or is only suspected. */
  outcome: LeakOutcome | null;
}

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
    saved: savedBy(row),
    came_back_at: row.came_back_at?.toISOString() ?? null,
    outcome: row.outcome,
  };
}

function repairOf(row: LeakRow): ListedLeak["repair"] {
  if (row.repair_id === null) return null;
  return {
    id: row.repair_id,
    repaired_at: row.repaired_at.toISOString(),
    note: row.note,
    made_by: row.made_by,
    made_at: row.made_at.toISOString(),
    still_running: row.ran_on && row.ended_at === null,
  };
}

function savedBy({ stopped_at, saved_until, saved_gallons, saved_dollars }: LeakRow): ListedLeak["saved"] {
  if (stopped_at === null || saved_until === null || saved_gallons === null || saved_dollars === null) return null;
  return {
    from: stopped_at.toISOString(),
    until: saved_until.toISOString(),
    gallons: asGallons(saved_gallons),
    dollars: saved_dollars,
  };
}
