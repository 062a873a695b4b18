import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";

const BuildingRow = z.object({ id: z.int(), name: z.string() });

export const KnownUnit = z.object({ id: z.int(), building_id: z.int(), name: z.string(), bedrooms: z.int() });

const GatewayRow = z.object({ id: z.int(), serial_number: z.string() });

export const KnownMeter = z.object({
  id: z.int(),
  serial: z.string(),
  gatewayId: z.int().nullable(),
  registerUnit: z.string().nullable(),
  /** Thousandths of a gallon. */
  count: z.int(),
  /** Thousandths of a gallon of a pulse; null: its register has another unit, or it has none. */
  pulse: z.number().nullable(),
  /** In its own unit; null: unknown. */
  registerWidth: z.number().nullable(),
  continuousUseExpected: z.boolean(),
  /** null: it is not installed now. */
  serviceId: z.int().nullable(),
  pointId: z.int().nullable(),
  /** Its first local day at its place; null: it has been there all along, or is in no place. */
  inServiceSince: z.string().nullable(),
  /** Also where retention dropped its days since. */
  hasReadings: z.boolean(),
});
export type KnownMeter = z.output<typeof KnownMeter>;

export const PlacedPoint = z.object({
  id: z.int(),
  buildingId: z.int(),
  unitId: z.int().nullable(),
  attachedTo: z.string(),
  label: z.string(),
});
export type PlacedPoint = z.output<typeof PlacedPoint>;

/** What is known of one property. */
export interface KnownPlaces {
  buildings: Map<string, number>;
  /** By building's id and name, as `12 101`. */
  units: Map<string, { id: number; bedrooms: number }>;
  gateways: Map<string, number>;
  points: PlacedPoint[];
  meters: Map<string, KnownMeter>;
}

/** Reads the places and meters of a property. */
export async function knownPlaces(tx: Transactional, propertyId: number): Promise<KnownPlaces> {
  const buildings = await queryRows(tx, BuildingRow)`
    select id, name from buildings where property_id = ${propertyId}`;
  const units = await queryRows(tx, KnownUnit)`
    select id, building_id, name, bedrooms from units where property_id = ${propertyId}`;
  const gateways = await queryRows(tx, GatewayRow)`
    select id, serial_number from gateways where property_id = ${propertyId}`;
  const points = await queryRows(tx, PlacedPoint)`
    select id, building_id as "buildingId", unit_id as "unitId", attached_to as "attachedTo", label
    from meter_points where property_id = ${propertyId} order by id`;
  const meters = await queryRows(tx, KnownMeter)`
    select m.id, m.serial_number as serial, m.gateway_id as "gatewayId", m.register_unit as "registerUnit",
      m.count_gallons as count, case when m.register_unit = 'pulse' then m.register_factor end as pulse,
      m.register_width as "registerWidth", m.continuous_use_expected as "continuousUseExpected", s.id as "serviceId", s.point_id as "pointId",
      (s.began_at at time zone p.time_zone)::date::text as "inServiceSince",
      exists (select from meter_days d where d.property_id = m.property_id and d.meter_id = m.id)
        or exists (select from packed_months d where d.property_id = m.property_id and d.meter_id = m.id)
        or exists (select from device_days d
          where d.property_id = m.property_id and d.device = 'meter' and d.device_id = m.id) as "hasReadings"
    from meters m
    join properties p on p.id = m.property_id
    left join meter_services s on s.property_id = m.property_id and s.meter_id = m.id and s.ended_at is null
    where m.property_id = ${propertyId}`;
  return {
    buildings: new Map(buildings.map((row) => [row.name, row.id])),
    units: new Map(units.map((row) => [`${row.building_id} ${row.name}`, { id: row.id, bedrooms: row.bedrooms }])),
    gateways: new Map(gateways.map((row) => [row.serial_number, row.id])),
    points,
    meters: new Map(meters.map((row) => [row.serial, row])),
  };
}
