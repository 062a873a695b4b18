import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Connections } from "../../server/database/connect.ts";
import { createGatewayToken } from "../../server/ingest/tokens/gateway-token.ts";
import { countPlaces } from "../../server/metering/inventory/count-places.ts";
import type { Place } from "./place.ts";

/** What marks everything of one property, so that any answer which holds some of it is known. */
export interface Canary {
  /** In every text. */
  marker: string;
  /** Every volume is a multiple of so many thousandths of a gallon, a prime. */
  volume: number;
  /** Every id of a row there is between this and a million more. */
  firstId: number;
}

/** A place where something is, with the marks of its property and of its organization. */
export interface LivingPlace extends Place {
  canary: Canary;
  organizationId: number;
  propertyId: number;
  isArchived: boolean;
  gatewayToken: string;
}

export interface TenantProperty {
  organizationId: number;
  propertyId: number;
  buildingId: number;
  unitId: number;
  pointId: number;
  meterId: number;
  meter: string;
  gateway: string;
  gatewayTokenId: number;
  token: string;
}

const only = z.tuple([z.object({ id: z.number() })]);

/** Runs an `insert … returning id`. */
export async function idOf({ worker }: Pick<Connections, "worker">, query: RawBuilder<unknown>): Promise<number> {
  return only.parse((await query.execute(worker)).rows)[0].id;
}

/** From here on rows of every table get ids from `first` on. */
export async function numberFrom({ owner }: Connections, first: number): Promise<void> {
  const columns = await sql<{ name: string; column: string }>`
    select table_name as name, column_name as column from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'`.execute(owner);
  for (const { name, column } of columns.rows) {
    await sql`select setval(pg_get_serial_sequence(${name}, ${column}), ${first}, false)`.execute(owner);
  }
}

export async function addTenant(connections: Connections, marker: string, firstId: number): Promise<number> {
  await numberFrom(connections, firstId);
  return idOf(connections, sql`insert into organizations (name) values (${`${marker} Homes`}) returning id`);
}

/** A property with a unit, a whole-unit meter, a toilet's, a building's, a gateway and a router, as yet without readings. */
export async function addTenantProperty(
  connections: Connections,
  organizationId: number,
  canary: Canary,
  meter = `${canary.marker}-home`,
): Promise<TenantProperty> {
  const { marker } = canary;
  await numberFrom(connections, canary.firstId);
  const id = (query: RawBuilder<unknown>) => idOf(connections, query);
  const p = await id(sql`insert into properties
    (organization_id, name, street, city, state, zip_code, contact_phone, contact_email, time_zone)
    values (${organizationId}, ${`${marker} Court`}, ${`1 ${marker} St`}, ${marker}, 'IL', '60601', ${`+1 ${marker}`},
      ${`desk@${marker}.example`}, 'America/Chicago') returning id`);
  const b = await id(sql`insert into buildings (property_id, name) values (${p}, ${`${marker} North`}) returning id`);
  const u = await id(
    sql`insert into units (property_id, building_id, name) values (${p}, ${b}, ${`${marker} 1`}) returning id`,
  );
  const gateway = `${marker}-gate`;
  const g = await id(sql`insert into gateways (property_id, serial_number, name)
    values (${p}, ${gateway}, ${`${marker} door`}) returning id`);
  const r = await id(sql`insert into routers (property_id, gateway_id, serial_number)
    values (${p}, ${g}, ${`${marker}-router`}) returning id`);
  const serve = async (serial: string, attachedTo: string, unit: number | null) => {
    const pointId = await id(sql`insert into meter_points (property_id, building_id, unit_id, attached_to, label)
      values (${p}, ${b}, ${unit}, ${attachedTo}, ${`${marker} ${attachedTo}`}) returning id`);
    const meterId = await id(sql`insert into meters (property_id, serial_number, gateway_id, router_id)
      values (${p}, ${serial}, ${g}, ${r}) returning id`);
    await id(sql`insert into meter_services (property_id, meter_id, point_id) values (${p}, ${meterId}, ${pointId})
      returning id`);
    return { pointId, meterId };
  };
  const { pointId, meterId } = await serve(meter, "SPOE", u);
  await serve(`${marker}-toilet`, "Toilet", u);
  await serve(`${marker}-master`, "Building", null);
  await connections.worker.transaction().execute((tx) => countPlaces(tx, p));
  const { id: gatewayTokenId, token } = await createGatewayToken(connections.worker, p, g);
  return {
    organizationId,
    propertyId: p,
    buildingId: b,
    unitId: u,
    pointId,
    meterId,
    meter,
    gateway,
    gatewayTokenId,
    token,
  };
}
