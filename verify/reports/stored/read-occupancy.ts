import { type Kysely, sql } from "kysely";
import type { Database } from "../../../server/database/types.ts";
import type { Stored } from "./stored.ts";

interface OccupancyRow {
  property_id: number;
  unit_id: number;
  as_of: string;
  status: "occupied" | "vacant";
  move_in: string | null;
  move_out: string | null;
}

/** What the property-management source reported of units. */
export async function readOccupancy(worker: Kysely<Database>, stored: Stored): Promise<void> {
  const units = new Map(stored.properties.flatMap((property) => property.units.map((unit) => [unit.id, unit])));
  const rows = await sql<OccupancyRow>`
    select property_id, unit_id, as_of, status, move_in, move_out from occupancy order by as_of`.execute(worker);
  for (const { unit_id: unitId, as_of: asOf, status, move_in: moveIn, move_out: moveOut } of rows.rows) {
    units.get(unitId)?.occupancy.push({ asOf, status, moveIn, moveOut });
  }
}
