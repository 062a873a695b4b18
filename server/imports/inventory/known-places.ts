import { sql } from "kysely";
import type { Transactional } from "../../database/connect.ts";

interface KnownUnit {
  id: number;
  bedrooms: number;
}

export interface KnownMeter {
  id: number;
  serial: string;
  gatewayId: number | null;
  registerUnit: string | null;
  /** Thousandths of a gallon. */
  count: number;
  /** Thousandths of a gallon of a pulse; null: its register has another unit, or it has none. */
  pulse: number | null;
  /** In its own unit; null: unknown. */
  registerWidth: number | null;
  continuousUseExpected: boolean;
  /** null: it is not installed now. */
  serviceId: number | null;
  pointId: number | null;
  hasReadings: boolean;
}

export interface PlacedPoint {
  id: number;
  buildingId: number;
  unitId: number | null;
  attachedTo: string;
  label: string;
}

/** What is known of one property. */
export interface KnownPlaces {
  buildings: Map<string, number>;
  /** By building's id and name, as `12 101`. */
  units: Map<string, KnownUnit>;
  gateways: Map<string, number>;
  points: PlacedPoint[];
  meters: Map<string, KnownMeter>;
}

/** Reads the places and meters of a property. */
export async function knownPlaces(tx: Transactional, propertyId: number): Promise<KnownPlaces> {
  const buildings = await sql<{ id: number; name: string }>`
    select id, name from buildings where property_id = ${propertyId}`.execute(tx);
  const units = await sql<{ id: number; building_id: number; name: string; bedrooms: number }>`
    select id, building_id, name, bedrooms from units where property_id = ${propertyId}`.execute(tx);
  const gateways = await sql<{ id: number; serial_number: string }>`
    select id, serial_number from gateways where property_id = ${propertyId}`.execute(tx);
  const points = await sql<PlacedPoint>`
    select id, building_id as "buildingId", unit_id as "unitId", attached_to as "attachedTo", label
    from meter_points where property_id = ${propertyId} order by id`.execute(tx);
  const meters = await sql<KnownMeter>`
    select m.id, m.serial_number as serial, m.gateway_id as "gatewayId", m.register_unit as "registerUnit",
      m.count_gallons as count, case when m.register_unit = 'pulse' then m.register_factor end as pulse,
      m.register_width as "registerWidth", m.continuous_use_expected as "continuousUseExpected", s.id as "serviceId", s.point_id as "pointId",
      exists (select from meter_days d where d.property_id = m.property_id and d.meter_id = m.id) as "hasReadings"
    from meters m
    left join meter_services s on s.property_id = m.property_id and s.meter_id = m.id and s.ended_at is null
    where m.property_id = ${propertyId}`.execute(tx);
  return {
    buildings: new Map(buildings.rows.map((row) => [row.name, row.id])),
    units: new Map(units.rows.map((row) => [`${row.building_id} ${row.name}`, { id: row.id, bedrooms: row.bedrooms }])),
    gateways: new Map(gateways.rows.map((row) => [row.serial_number, row.id])),
    points: points.rows,
    meters: new Map(meters.rows.map((row) => [row.serial, row])),
  };
}
