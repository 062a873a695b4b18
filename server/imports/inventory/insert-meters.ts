import { sql } from "kysely";
import type { Transactional } from "../../database/connect.ts";
import type { InventoryRow } from "./inventory-row.ts";

/** A meter that is not known yet, and the point for it that is not there yet. */
export interface NewMeter {
  row: InventoryRow;
  buildingId: number;
  /** null: the building's own, or irrigation. */
  unitId: number | null;
  label: string;
  gatewayId: number | null;
}

/** Makes points, each with its meter, which is taken to have been there all along: all at once, for lists are long. */
export async function insertMeters(tx: Transactional, propertyId: number, made: readonly NewMeter[]): Promise<void> {
  if (made.length === 0) return;
  const rows = made.map(({ row, buildingId, unitId, label, gatewayId }) => ({
    building_id: buildingId,
    unit_id: unitId,
    attached_to: row.point,
    label,
    serial: row.serial,
    gateway_id: gatewayId,
    register_unit: row.registerUnit,
    register_factor: row.registerFactor,
    count: row.registerCount ?? 0,
    register_width: row.registerWidth,
    expected: row.continuousUseExpected ?? false,
  }));
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (building_id bigint, unit_id bigint,
        attached_to text, label text, serial text, gateway_id bigint, register_unit text,
        register_factor double precision, count integer, register_width numeric, expected boolean)
    ), points as (
      insert into meter_points (property_id, building_id, unit_id, attached_to, label)
      select ${propertyId}::bigint, building_id, unit_id, attached_to, label from given
      returning id, building_id, unit_id, attached_to, label
    ), made as (
      insert into meters (property_id, serial_number, gateway_id, register_unit, register_factor, count_gallons,
        register_width, continuous_use_expected)
      select ${propertyId}::bigint, serial, gateway_id, register_unit, register_factor, count, register_width, expected
      from given
      returning id, serial_number
    )
    insert into meter_services (property_id, meter_id, point_id)
    select ${propertyId}::bigint, made.id, points.id
    from given
    join made on made.serial_number = given.serial
    join points on points.building_id = given.building_id and coalesce(points.unit_id, 0) = coalesce(given.unit_id, 0)
      and points.attached_to = given.attached_to and points.label = given.label
    returning id`.execute(tx);
}
