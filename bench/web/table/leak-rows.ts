import type { LeakRow } from "../../../contract/reporting/reporting.ts";
import { Draws, hash } from "../../../simulator/random.ts";

/** How many rows the table holds. */
export const ROWS = 10_000;

const streets = ["Willow", "Cedar", "Maple", "Juniper", "Alder", "Birch", "Laurel", "Poplar", "Hazel", "Rowan"];
const kinds = ["Court", "Place", "Gardens", "Terrace", "Heights"];
const leakTypes: readonly LeakRow["leak_type"][] = ["toilet leak", "other leak", "water heater", "hybrid leak"];

/** Rows as the leak list has them, the same at every call. */
export function leakRows(): LeakRow[] {
  return Array.from({ length: ROWS }, (_, index) => leakRow(index));
}

function leakRow(index: number): LeakRow {
  const draws = new Draws(hash(10_000, index));
  const property = draws.whole(0, streets.length * kinds.length - 1);
  const building = draws.whole(1, 12);
  const leaked = Math.round(draws.between(1, 4000));
  const isActive = draws.chance(0.4);
  const day = (from: number, to: number) => String(draws.whole(from, to)).padStart(2, "0");
  // Every tenth meter measures volume only.
  const hasFlowTime = !draws.chance(0.1);
  return {
    leak_type: leakTypes[draws.whole(0, leakTypes.length - 1)] ?? "other leak",
    property_id: property + 1,
    property_name: `${streets[property % streets.length]} ${kinds[Math.floor(property / streets.length)]}`,
    building_id: building,
    building_name: `Building ${building}`,
    unit_id: index + 1,
    unit_name: `Unit ${draws.whole(1, 12)}${String(draws.whole(1, 24)).padStart(2, "0")}`,
    meter_serial_number: `WM-${String(400_000 + index)}`,
    gallons_consumed: leaked + Math.round(draws.between(0, 6000)),
    gallons_leaked: leaked,
    leak_expense: Math.round(leaked * 1.5) / 100,
    flow_time: hasFlowTime ? Math.round(draws.between(1, 1440)) : null,
    events_sum: hasFlowTime ? draws.whole(1, 400) : null,
    leak_start_date: `2026-0${draws.whole(1, 4)}-${day(1, 28)}`,
    leak_end_date: isActive ? null : `2026-05-${day(1, 28)}`,
    total_gallons_leaked: leaked + Math.round(draws.between(0, 20_000)),
    is_active: isActive,
    is_unconfirmed: isActive && draws.chance(0.1),
  };
}

/** Rows whose place or serial number has the text in it, in any case. */
export function rowsWith(rows: readonly LeakRow[], text: string): readonly LeakRow[] {
  const wanted = text.toLowerCase();
  if (wanted === "") return rows;
  return rows.filter((row) => `${placeOf(row)} ${row.meter_serial_number}`.toLowerCase().includes(wanted));
}

/** Property, building and unit in one line. */
export function placeOf({ property_name, building_name, unit_name }: LeakRow): string {
  return `${property_name} | ${building_name} | ${unit_name}`;
}
