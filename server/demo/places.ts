import { sql } from "kysely";
import { z } from "zod";
import type { SimulatedOrganization, SimulatedProperty } from "../../simulator/places.ts";
import type { Connections, Transactional } from "../database/connect.ts";
import { IdRow, queryRow, queryRows } from "../database/query-rows.ts";
import { addOrganization } from "../organizations/add-organization.ts";
import { addProperty, type MadeProperty } from "../organizations/add-property.ts";

const DeviceRow = z.object({ id: z.int(), serial_number: z.string() });

/** A simulated property with the ids it has here. */
export interface DemoProperty extends MadeProperty {
  simulated: SimulatedProperty;
}

/** One of a demo that is being loaded. */
export interface NewDemoProperty extends DemoProperty {
  organizationId: number;
}

/** The demo's organizations and properties, made where they do not exist yet. */
export async function demoPlaces(
  connections: Connections,
  organizations: SimulatedOrganization[],
): Promise<NewDemoProperty[]> {
  return connections.worker.transaction().execute(async (tx) => {
    const places: NewDemoProperty[] = [];
    for (const organization of organizations) {
      const organizationId =
        (await idByName(tx, "organizations", organization.name)) ??
        (await addOrganization(tx, organization.name, organization.isDefault));
      for (const simulated of organization.properties) {
        const propertyId = await idByName(tx, "properties", simulated.name);
        const made =
          propertyId === null ? await addProperty(tx, organizationId, simulated) : await findProperty(tx, propertyId);
        places.push({ ...made, organizationId, simulated });
      }
    }
    return places;
  });
}

/**
 * The properties of a demo that was loaded, whatever they are called by now.
 * @param propertyIds by their keys; one without an id is found by its name, or left out
 */
export async function findDemoPlaces(
  connections: Connections,
  organizations: SimulatedOrganization[],
  propertyIds: Readonly<Record<string, number>>,
): Promise<DemoProperty[]> {
  return connections.worker.transaction().execute(async (tx) => {
    const places: DemoProperty[] = [];
    for (const simulated of organizations.flatMap(({ properties }) => properties)) {
      const propertyId = propertyIds[simulated.key] ?? (await idByName(tx, "properties", simulated.name));
      if (propertyId !== null) places.push({ ...(await findProperty(tx, propertyId)), simulated });
    }
    return places;
  });
}

async function idByName(tx: Transactional, table: "organizations" | "properties", name: string) {
  const row = await queryRow(tx, IdRow)`select id from ${sql.table(table)} where name = ${name}`;
  return row?.id ?? null;
}

async function findProperty(tx: Transactional, propertyId: number): Promise<MadeProperty> {
  const ids = async (table: "meters" | "gateways") => {
    const rows = await queryRows(tx, DeviceRow)`
      select id, serial_number from ${sql.table(table)} where property_id = ${propertyId}`;
    return new Map(rows.map((row) => [row.serial_number, row.id]));
  };
  return { propertyId, meterIds: await ids("meters"), gatewayIds: await ids("gateways") };
}
