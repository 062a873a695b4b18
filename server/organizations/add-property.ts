import { z } from "zod";
import type { Transactional } from "../database/connect.ts";
import { IdRow, queryRows } from "../database/query-rows.ts";
import { countPlaces } from "../metering/inventory/count-places.ts";
import type { AttachedTo } from "../readings/meter-day.ts";

const GatewayRow = z.object({ id: z.int(), serial_number: z.string() });

const UnitRow = z.object({ id: z.int(), name: z.string() });

const MeterRow = z.object({ id: z.int(), serial: z.string() });

/** A property to be created, with all its contents. */
export interface NewProperty {
  name: string;
  street: string;
  city: string;
  state: string;
  zipCode: string;
  contactPhone: string;
  contactEmail: string;
  /** IANA zone. */
  timeZone: string;
  gateways: readonly { serial: string; name: string }[];
  buildings: readonly NewBuilding[];
}

export interface NewBuilding {
  name: string;
  units: readonly { name: string; bedrooms: number; points: readonly NewPoint[] }[];
  /** Meters of the whole building, and irrigation. */
  points: readonly NewPoint[];
}

export interface NewPoint {
  attachedTo: AttachedTo;
  serialNumber: string;
  gatewaySerial: string;
  /** Thousandths of a gallon per count of the meter's register; 0 where unknown. */
  registerCount: number;
}

export interface MadeProperty {
  propertyId: number;
  meterIds: Map<string, number>;
  gatewayIds: Map<string, number>;
}

/**
 * Creates a property with its contents, for an organization or (null) for none yet. Every meter reports hourly gallons.
 * @throws Error of the database for a duplicate name or serial number.
 */
export async function addProperty(
  tx: Transactional,
  organizationId: number | null,
  property: NewProperty,
): Promise<MadeProperty> {
  const made = await queryRows(tx, IdRow)`
    insert into properties (organization_id, name, street, city, state, zip_code, contact_phone, contact_email, time_zone)
    values (${organizationId}, ${property.name}, ${property.street}, ${property.city}, ${property.state},
      ${property.zipCode}, ${property.contactPhone}, ${property.contactEmail}, ${property.timeZone})
    returning id`;
  const propertyId = only(made).id;
  const gatewayIds = await addGateways(tx, propertyId, property.gateways);
  const meterIds = new Map<string, number>();
  for (const building of property.buildings) {
    const row = await queryRows(tx, IdRow)`
      insert into buildings (property_id, name) values (${propertyId}, ${building.name}) returning id`;
    await addBuilding(tx, propertyId, only(row).id, building, gatewayIds, meterIds);
  }
  await countPlaces(tx, propertyId);
  return { propertyId, meterIds, gatewayIds };
}

async function addGateways(
  tx: Transactional,
  propertyId: number,
  gateways: NewProperty["gateways"],
): Promise<Map<string, number>> {
  const rows = await queryRows(tx, GatewayRow)`
    insert into gateways (property_id, serial_number, name)
    select ${propertyId}::bigint, v.serial, v.name
    from unnest(${gateways.map((gateway) => gateway.serial)}::text[], ${gateways.map((gateway) => gateway.name)}::text[])
      as v (serial, name)
    returning id, serial_number`;
  return new Map(rows.map((row) => [row.serial_number, row.id]));
}

async function addBuilding(
  tx: Transactional,
  propertyId: number,
  buildingId: number,
  building: NewBuilding,
  gatewayIds: Map<string, number>,
  meterIds: Map<string, number>,
) {
  const units = await queryRows(tx, UnitRow)`
    insert into units (property_id, building_id, name, bedrooms)
    select ${propertyId}::bigint, ${buildingId}::bigint, v.name, v.bedrooms
    from unnest(${building.units.map((unit) => unit.name)}::text[],
      ${building.units.map((unit) => unit.bedrooms)}::smallint[]) as v (name, bedrooms)
    returning id, name`;
  const unitIds = new Map(units.map((row) => [row.name, row.id]));
  const points = [
    ...building.points.map((point) => ({ point, unitId: null })),
    ...building.units.flatMap((unit) =>
      unit.points.map((point) => ({ point, unitId: unitIds.get(unit.name) ?? null })),
    ),
  ];
  const numbered = new Map<string, number>();
  const labels = points.map(({ point, unitId }) => {
    const key = `${unitId} ${point.attachedTo}`;
    const number = (numbered.get(key) ?? 0) + 1;
    numbered.set(key, number);
    return number === 1 ? "" : String(number);
  });
  const rows = await queryRows(tx, MeterRow)`
    with given as (
      select * from unnest(${points.map(({ unitId }) => unitId)}::bigint[],
        ${points.map(({ point }) => point.attachedTo)}::text[], ${labels}::text[],
        ${points.map(({ point }) => point.serialNumber)}::text[],
        ${points.map(({ point }) => gatewayIds.get(point.gatewaySerial) ?? null)}::bigint[],
        ${points.map(({ point }) => point.registerCount)}::int[])
        as v (unit_id, attached_to, label, serial, gateway_id, count)
    ), made_points as (
      insert into meter_points (property_id, building_id, unit_id, attached_to, label)
      select ${propertyId}::bigint, ${buildingId}::bigint, unit_id, attached_to, label from given
      returning id, unit_id, attached_to, label
    ), made_meters as (
      insert into meters (property_id, serial_number, gateway_id, count_gallons)
      select ${propertyId}::bigint, serial, gateway_id, count from given
      returning id, serial_number
    ), made_services as (
      insert into meter_services (property_id, meter_id, point_id)
      select ${propertyId}::bigint, m.id, p.id
      from given g
      join made_meters m on m.serial_number = g.serial
      join made_points p on p.unit_id is not distinct from g.unit_id and p.attached_to = g.attached_to
        and p.label = g.label
      returning meter_id
    )
    select m.id, m.serial_number as serial from made_meters m`;
  for (const row of rows) meterIds.set(row.serial, row.id);
}

function only<T>(rows: T[]): T {
  const row = rows[0];
  if (row === undefined) throw new Error("The database returned no row for an insert.");
  return row;
}
