import { sql } from "kysely";
import { z } from "zod";
import { hiddenIn } from "../../../contract/call/fields.ts";
import type { Connections } from "../../database/connect.ts";
import { IdRow, queryRow, queryRows } from "../../database/query-rows.ts";
import { growInventory } from "../../metering/inventory/inventory.ts";
import { registerUnitOf } from "../cells/register-units.ts";
import type { FileFormat } from "../layout/file-format.ts";
import { unitName } from "./unit-name.ts";

const MeterRow = z.object({ serial_number: z.string() });

const UnitRow = z.object({ name: z.string() });

const BUILDING = "Main";

/**
 * For serial numbers that are in no inventory, creates a unit each in the building "Main", with one point of entry and
 * a meter that reports in the file's format. Serials that became known meanwhile are left as they are.
 * @returns how many units were created.
 */
export async function createUnits(
  connections: Connections,
  propertyId: number,
  serials: readonly string[],
  format: FileFormat,
): Promise<number> {
  return connections.worker.transaction().execute(async (tx) => {
    // Two imports at once would create the same unit twice.
    await sql`select from properties where id = ${propertyId} for update`.execute(tx);
    const known = await queryRows(tx, MeterRow)`
      select serial_number from meters where property_id = ${propertyId} and serial_number = any(${[...serials]}::text[])`;
    const taken = new Set(known.map((row) => row.serial_number));
    // A unit is not named what a person may not name it; its readings stay those of an unknown meter.
    const missing = serials.filter((serial) => !taken.has(serial) && hiddenIn(serial) === null);
    if (missing.length === 0) return 0;
    const building = await queryRow(tx, IdRow)`
      insert into buildings (property_id, name) values (${propertyId}, ${BUILDING})
      on conflict (property_id, name) do update set name = excluded.name
      returning id`;
    const buildingId = building?.id ?? null;
    const units = await queryRows(tx, UnitRow)`
      select name from units where property_id = ${propertyId} and building_id = ${buildingId}`;
    const unitNames = new Set(units.map((row) => row.name));
    const names = missing.map((serial) => unitName(serial, unitNames));
    const { unit, multiple, factor } = registerUnitOf(format);
    const isRegister = format.kind === "register";
    await sql`
      with given as (
        select * from unnest(${missing}::text[], ${names}::text[]) as g (serial, name)
      ), made_units as (
        insert into units (property_id, building_id, name)
        select ${propertyId}::bigint, ${buildingId}::bigint, name from given returning id, name
      ), made_points as (
        insert into meter_points (property_id, building_id, unit_id, attached_to)
        select ${propertyId}::bigint, ${buildingId}::bigint, id, 'SPOE' from made_units returning id, unit_id
      ), made_meters as (
        insert into meters (property_id, serial_number, register_unit, register_factor, count_gallons)
        select ${propertyId}::bigint, serial, ${isRegister ? unit : null}::text,
          ${isRegister ? factor : null}::double precision, ${Math.round(format.count * multiple * factor)}::int
        from given returning id, serial_number
      )
      insert into meter_services (property_id, meter_id, point_id)
      select ${propertyId}::bigint, m.id, p.id
      from given g
      join made_units u on u.name = g.name
      join made_points p on p.unit_id = u.id
      join made_meters m on m.serial_number = g.serial
      returning id`.execute(tx);
    await growInventory(tx, propertyId);
    return missing.length;
  });
}
