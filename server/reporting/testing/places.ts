import type { Connections } from "../../database/connect.ts";
import { countPlaces } from "../../metering/inventory/count-places.ts";
import type { AttachedTo } from "../../readings/meter-day.ts";

export interface TestProperty {
  id: number;
  timeZone: string;
}

export interface TestUnit {
  property: TestProperty;
  buildingId: number;
  /** null: the building itself. */
  unitId: number | null;
}

export interface TestMeter {
  property: TestProperty;
  unitId: number | null;
  pointId: number;
  id: number;
  attachedTo: AttachedTo;
}

export async function addOrganization(
  { worker }: Connections,
  name: string,
  gallonPrice: number | null = null,
): Promise<number> {
  const { id } = await worker.insertInto("organizations").values({ name }).returning("id").executeTakeFirstOrThrow();
  if (gallonPrice !== null) {
    await worker.insertInto("organization_prices").values({ organization_id: id, price: gallonPrice }).execute();
  }
  return id;
}

export async function addProperty(
  { worker }: Connections,
  property: { name: string; organization_id?: number; time_zone: string; state?: string },
): Promise<TestProperty> {
  const { id } = await worker
    .insertInto("properties")
    .values({ organization_id: null, ...property })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, timeZone: property.time_zone };
}

/** A unit in the building of that name, which is made when it is not there. */
export async function addUnit(
  { worker }: Connections,
  property: TestProperty,
  building: string,
  name: string,
  bedrooms = 1,
): Promise<TestUnit> {
  const { buildingId } = await addBuilding({ worker }, property, building);
  const { id } = await worker
    .insertInto("units")
    .values({ property_id: property.id, building_id: buildingId, name, bedrooms })
    .returning("id")
    .executeTakeFirstOrThrow();
  await worker.transaction().execute((tx) => countPlaces(tx, property.id));
  return { property, buildingId, unitId: id };
}

export async function addBuilding(
  { worker }: Pick<Connections, "worker">,
  property: TestProperty,
  name: string,
): Promise<TestUnit> {
  const { id } = await worker
    .insertInto("buildings")
    .values({ property_id: property.id, name })
    .onConflict((conflict) => conflict.columns(["property_id", "name"]).doUpdateSet({ name }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return { property, buildingId: id, unitId: null };
}

/** A meter on a point of its own, in service with no start date unless given. */
export async function addMeter(
  { worker }: Connections,
  at: TestUnit,
  attachedTo: AttachedTo,
  serial: string,
  service: { began_at?: string; ended_at?: string } = {},
): Promise<TestMeter> {
  const property_id = at.property.id;
  const point = await worker
    .insertInto("meter_points")
    .values({
      property_id,
      building_id: at.buildingId,
      unit_id: at.unitId,
      attached_to: attachedTo,
      label: serial,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const meter = await worker
    .insertInto("meters")
    .values({
      property_id,
      serial_number: serial,
      gateway_id: null,
      router_id: null,
      register_unit: null,
      register_factor: null,
      register_width: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await worker
    .insertInto("meter_services")
    .values({
      property_id,
      meter_id: meter.id,
      point_id: point.id,
      opening_register: null,
      closing_register: null,
      ...service,
    })
    .execute();
  await worker.transaction().execute((tx) => countPlaces(tx, property_id));
  return { property: at.property, unitId: at.unitId, pointId: point.id, id: meter.id, attachedTo };
}
