import { type Kysely, sql } from "kysely";
import type { Database } from "../../../server/database/types.ts";
import type { AttachedTo } from "../../../server/readings/meter-day.ts";
import type { Property, Stored } from "./stored.ts";

/** Organizations and properties with their buildings, units, meters, and where these sat. */
export async function readPlaces(worker: Kysely<Database>): Promise<Stored> {
  const organizations = await worker.selectFrom("organizations").select(["id", "name"]).orderBy("id").execute();
  const properties = await worker
    .selectFrom("properties")
    .select(["id", "organization_id", "name", "street", "city", "state", "zip_code", "time_zone", "archived_at"])
    .select(["contact_phone", "contact_email"])
    .orderBy("id")
    .execute();
  const stored: Stored = {
    organizations: new Map(organizations.map(({ id, name }) => [id, { id, name, prices: [] }])),
    properties: properties.map((row) => ({
      id: row.id,
      organizationId: row.organization_id,
      name: row.name,
      street: row.street,
      city: row.city,
      state: row.state,
      zipCode: row.zip_code,
      contactPhone: row.contact_phone,
      contactEmail: row.contact_email,
      timeZone: row.time_zone,
      isArchived: row.archived_at !== null,
      buildings: [],
      units: [],
      meters: [],
      gateways: [],
      routers: [],
      leaks: [],
      prices: [],
    })),
  };
  const byId = new Map(stored.properties.map((property) => [property.id, property]));
  const at = (id: number): Property => {
    const property = byId.get(id);
    if (property === undefined) throw new Error(`There is no property ${id}.`);
    return property;
  };
  for (const row of await worker.selectFrom("buildings").selectAll().orderBy("id").execute()) {
    at(row.property_id).buildings.push({ id: row.id, name: row.name });
  }
  for (const row of await worker.selectFrom("units").selectAll().orderBy("id").execute()) {
    const { id, building_id: buildingId, name, bedrooms } = row;
    at(row.property_id).units.push({ id, buildingId, name, bedrooms, occupancy: [] });
  }
  const meters = await worker
    .selectFrom("meters")
    .select(["property_id", "id", "serial_number", "gateway_id", "router_id"])
    .orderBy("id")
    .execute();
  for (const row of meters) {
    const { id, serial_number: serial, gateway_id: gatewayId, router_id: routerId } = row;
    at(row.property_id).meters.push({
      id,
      serial,
      gatewayId,
      routerId,
      services: [],
      days: new Map(),
      reports: [],
      waiting: [],
    });
  }
  await readServices(worker, at);
  return stored;
}

async function readServices(worker: Kysely<Database>, at: (id: number) => Property): Promise<void> {
  const services = await sql<{
    property_id: number;
    id: number;
    meter_id: number;
    point_id: number;
    building_id: number;
    unit_id: number | null;
    attached_to: AttachedTo;
    began_at: Date | null;
    ended_at: Date | null;
  }>`
    select s.property_id, s.id, s.meter_id, s.point_id, p.building_id, p.unit_id, p.attached_to, s.began_at, s.ended_at
    from meter_services s
    join meter_points p on p.property_id = s.property_id and p.id = s.point_id
    order by s.began_at nulls first, s.id`.execute(worker);
  for (const row of services.rows) {
    const meter = at(row.property_id).meters.find(({ id }) => id === row.meter_id);
    meter?.services.push({
      id: row.id,
      pointId: row.point_id,
      buildingId: row.building_id,
      unitId: row.unit_id,
      attachedTo: row.attached_to,
      beganAt: row.began_at?.getTime() ?? null,
      endedAt: row.ended_at?.getTime() ?? null,
    });
  }
}
