import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { Inventory, Meter, Seat } from "./inventory.ts";
import { type AttachedTo, attachedTo } from "./meter-day.ts";

interface Row {
  id: number;
  serial_number: string;
  attached_to: AttachedTo;
  building_id: number;
  unit_id: number | null;
  register_unit: string | null;
  register_factor: number | null;
  count_gallons: number;
  register_width: number | null;
  continuous_use_expected: boolean;
  began_at: Date | null;
  ended_at: Date | null;
}

/** Reads the meters of a property with all their periods of service; a meter sits where its last one has it. */
export async function readInventory(
  tx: Transactional,
  propertyId: number,
  version: number,
  timeZone: string,
): Promise<Inventory> {
  const services = await sql<Row>`
    select m.id, m.serial_number, p.attached_to, p.building_id, p.unit_id, m.register_unit, m.register_factor,
      m.count_gallons, m.register_width, m.continuous_use_expected, s.began_at, s.ended_at
    from meters m
    join meter_services s on s.property_id = m.property_id and s.meter_id = m.id
    join meter_points p on p.property_id = m.property_id and p.id = s.point_id
    where m.property_id = ${propertyId}
    order by m.id, s.ended_at nulls last, s.id`.execute(tx);
  const byId = new Map<number, Meter>();
  const byUnit = new Map<number, Seat[]>();
  for (const row of services.rows) {
    if (!attachedTo.includes(row.attached_to)) throw new Error(`Unknown kind of meter point: ${row.attached_to}`);
    const meter = { ...toMeter(row), seats: byId.get(row.id)?.seats ?? [] };
    byId.set(row.id, meter);
    if (row.unit_id === null) continue;
    const seat: Seat = {
      meterId: row.id,
      unitId: row.unit_id,
      attachedTo: row.attached_to,
      from: row.began_at?.getTime() ?? Number.NEGATIVE_INFINITY,
      until: row.ended_at?.getTime() ?? Number.POSITIVE_INFINITY,
    };
    meter.seats.push(seat);
    const beside = byUnit.get(row.unit_id);
    if (beside === undefined) byUnit.set(row.unit_id, [seat]);
    else beside.push(seat);
  }
  const bySerial = new Map<string, Meter>();
  for (const meter of byId.values()) {
    const units = new Set(meter.seats.map((seat) => seat.unitId));
    const { attachedTo: point, registerFactor, count, registerWidth, continuousUseExpected } = meter;
    meter.fingerprint = fingerprintOf([
      [point, meter.unitId, registerFactor, count, registerWidth, continuousUseExpected],
      [...units].map((unit) => byUnit.get(unit)),
    ]);
    bySerial.set(meter.serial, meter);
  }
  return { propertyId, version, timeZone, bySerial, byId, byUnit };
}

function toMeter(row: Row): Omit<Meter, "seats"> {
  const factor = row.register_unit === null ? null : row.register_factor;
  return {
    meterId: row.id,
    serial: row.serial_number,
    attachedTo: row.attached_to,
    buildingId: row.building_id,
    unitId: row.unit_id,
    registerFactor: factor,
    count: row.count_gallons,
    registerWidth: row.register_width === null || factor === null ? null : Math.round(row.register_width * factor),
    continuousUseExpected: row.continuous_use_expected,
    fingerprint: 0,
  };
}
