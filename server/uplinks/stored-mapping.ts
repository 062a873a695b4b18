import { sql } from "kysely";
import { z } from "zod";
import { type UplinkMapping, uplinkMapping } from "../../contract/readings/uplink-mapping.ts";
import { type Actor, audit } from "../audit/audit.ts";
import type { Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";

const MappingRow = z.object({ uplink_mapping: z.unknown() });

/**
 * How the payloads that arrive with a gateway's token are parsed; null where it is not configured.
 * @returns undefined when there is no such gateway in scope
 */
export async function mappingOf(
  tx: Transactional,
  propertyId: number,
  gateway: { id: number } | { serial: string },
): Promise<UplinkMapping | null | undefined> {
  const which = "id" in gateway ? sql`id = ${gateway.id}` : sql`serial_number = ${gateway.serial}`;
  const row = await queryRow(tx, MappingRow)`
    select uplink_mapping from gateways where property_id = ${propertyId} and ${which}`;
  if (row === undefined) return undefined;
  return row.uplink_mapping === null ? null : uplinkMapping.parse(row.uplink_mapping);
}

/** Sets it, or ends it with null. @returns false when there is no such gateway in scope */
export async function setMapping(
  tx: Transactional,
  who: Actor,
  propertyId: number,
  serial: string,
  mapping: UplinkMapping | null,
): Promise<boolean> {
  const before = await mappingOf(tx, propertyId, { serial });
  if (before === undefined) return false;
  await sql`
    update gateways set uplink_mapping = ${mapping === null ? null : JSON.stringify(mapping)}::jsonb
    where property_id = ${propertyId} and serial_number = ${serial}`.execute(tx);
  await audit(tx, who, {
    action: "gateway.uplink-mapping",
    propertyId,
    objectType: "gateway",
    objectId: serial,
    before,
    after: mapping,
  });
  return true;
}
