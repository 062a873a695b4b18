import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";
import { type AttachedTo, attachedTo } from "./meter-day.ts";

/** A meter and where it sits now. */
export interface Meter {
  meterId: number;
  serial: string;
  attachedTo: AttachedTo;
  buildingId: number;
  /** null: a whole building, or irrigation. */
  unitId: number | null;
  /** Thousandths of a gallon per unit of its register; null: it reports hours in gallons. */
  registerFactor: number | null;
  /** Thousandths of a gallon per count of its register; 0 where unknown. */
  count: number;
  /** Thousandths of a gallon at which its register starts again at zero; null where unknown. */
  registerWidth: number | null;
  continuousUseExpected: boolean;
}

/** The meters of one property, as of one version of its inventory. */
export interface Inventory {
  propertyId: number;
  version: number;
  timeZone: string;
  leakSettings: unknown;
  bySerial: Map<string, Meter>;
  byId: Map<number, Meter>;
  /** Meters by unit, in the order of their ids. */
  byUnit: Map<number, Meter[]>;
}

const cache = new Map<number, Inventory>();

/**
 * The inventory of a property as the transaction sees it; read again only when its version has grown.
 * @returns null when there is no such property in scope.
 */
export async function inventoryOf(tx: Transactional, propertyId: number): Promise<Inventory | null> {
  const found = await sql<{ inventory_version: number; time_zone: string }>`
    select inventory_version, time_zone from properties where id = ${propertyId} and archived_at is null`.execute(tx);
  const property = found.rows[0];
  if (property === undefined) return null;
  const cached = cache.get(propertyId);
  if (cached?.version === property.inventory_version && cached.timeZone === property.time_zone) return cached;
  const inventory = await read(tx, propertyId, property.inventory_version, property.time_zone);
  cache.set(propertyId, inventory);
  return inventory;
}

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
}

async function read(tx: Transactional, propertyId: number, version: number, timeZone: string): Promise<Inventory> {
  const meters = await sql<Row>`
    select m.id, m.serial_number, p.attached_to, p.building_id, p.unit_id, m.register_unit, m.register_factor,
      m.count_gallons, m.register_width, m.continuous_use_expected
    from meters m
    join lateral (
      select s.point_id from meter_services s where s.property_id = m.property_id and s.meter_id = m.id
      order by s.ended_at desc nulls first limit 1
    ) s on true
    join meter_points p on p.property_id = m.property_id and p.id = s.point_id
    where m.property_id = ${propertyId}
    order by m.id`.execute(tx);
  const inventory: Inventory = {
    propertyId,
    version,
    timeZone,
    leakSettings: {},
    bySerial: new Map(),
    byId: new Map(),
    byUnit: new Map(),
  };
  for (const row of meters.rows) {
    if (!attachedTo.includes(row.attached_to)) throw new Error(`Unknown kind of meter point: ${row.attached_to}`);
    const factor = row.register_unit === null ? null : row.register_factor;
    const meter: Meter = {
      meterId: row.id,
      serial: row.serial_number,
      attachedTo: row.attached_to,
      buildingId: row.building_id,
      unitId: row.unit_id,
      registerFactor: factor,
      count: row.count_gallons,
      registerWidth: row.register_width === null || factor === null ? null : Math.round(row.register_width * factor),
      continuousUseExpected: row.continuous_use_expected,
    };
    inventory.bySerial.set(meter.serial, meter);
    inventory.byId.set(meter.meterId, meter);
    if (meter.unitId !== null) {
      const beside = inventory.byUnit.get(meter.unitId);
      if (beside === undefined) inventory.byUnit.set(meter.unitId, [meter]);
      else beside.push(meter);
    }
  }
  return inventory;
}
