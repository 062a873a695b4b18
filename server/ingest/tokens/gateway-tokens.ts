import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type Actor, audit } from "../../audit/audit.ts";
import type { Transactional } from "../../database/connect.ts";
import { IdRow, queryRow, queryRows } from "../../database/query-rows.ts";
import { createGatewayToken } from "./gateway-token.ts";

/** What is known of a token; never the token itself. */
export const GatewayTokenRow = z.object({
  id: z.int(),
  property_id: z.int(),
  property_name: z.string(),
  gateway_serial_number: z.string(),
  created_at: z.date(),
  /** Exact to a minute; null: never. */
  last_used_at: z.date().nullable(),
  revoked_at: z.date().nullable(),
});
export type GatewayTokenRow = z.output<typeof GatewayTokenRow>;

/** The tokens of a property's gateways, or of all that the transaction sees, those that count and those that ended. */
export function readGatewayTokens(tx: Transactional, propertyId: number | null): Promise<GatewayTokenRow[]> {
  return select(tx, propertyId === null ? sql`true` : sql`t.property_id = ${propertyId}`);
}

async function select(tx: Transactional, which: RawBuilder<unknown>): Promise<GatewayTokenRow[]> {
  return queryRows(tx, GatewayTokenRow)`
    select t.id, t.property_id, p.name as property_name, g.serial_number as gateway_serial_number, t.created_at,
      t.last_used_at, t.revoked_at
    from gateway_tokens t
    join properties p on p.id = t.property_id
    join gateways g on g.property_id = t.property_id and g.id = t.gateway_id
    where ${which} order by t.id`;
}

/**
 * Creates a token for a gateway of a property, with an entry in the audit log.
 * @returns the token, which is stored nowhere; null when the property has no such gateway
 */
export async function makeGatewayToken(
  tx: Transactional,
  who: Actor,
  propertyId: number,
  serial: string,
): Promise<(GatewayTokenRow & { token: string }) | null> {
  const gateway = await queryRow(tx, IdRow)`
    select id from gateways where property_id = ${propertyId} and serial_number = ${serial}`;
  if (gateway === undefined) return null;
  const { id, token } = await createGatewayToken(tx, propertyId, gateway.id);
  await audit(tx, who, {
    action: "gateway-token.create",
    propertyId,
    objectType: "gateway-token",
    objectId: id,
    after: { gateway_serial_number: serial },
  });
  const [row] = await select(tx, sql`t.id = ${id}`);
  if (row === undefined) throw new Error("A token that was made is not there.");
  return { ...row, token };
}

/** Ends all tokens of a gateway that still count. @returns their ids, for the record */
export async function endTokensOf(tx: Transactional, propertyId: number, gatewayId: number, at: number) {
  const ended = await queryRows(tx, IdRow)`
    update gateway_tokens set revoked_at = ${new Date(at)}
    where property_id = ${propertyId} and gateway_id = ${gatewayId} and revoked_at is null
    returning id`;
  return ended.map(({ id }) => id);
}

/**
 * Revokes a token: the gateway's next message is rejected. One that is revoked already stays as it is.
 * @param propertyId null: whichever property it belongs to
 * @returns null when there is no such token
 */
export async function revokeGatewayToken(
  tx: Transactional,
  who: Actor,
  propertyId: number | null,
  id: number,
): Promise<GatewayTokenRow | null> {
  const [row] = await select(
    tx,
    sql`t.id = ${id} and (${propertyId}::bigint is null or t.property_id = ${propertyId})`,
  );
  if (row === undefined) return null;
  const ended = await sql`
    update gateway_tokens set revoked_at = ${new Date(who.at)} where id = ${id} and revoked_at is null
    returning id`.execute(tx);
  if (ended.rows.length === 0) return row;
  await audit(tx, who, {
    action: "gateway-token.revoke",
    propertyId: row.property_id,
    objectType: "gateway-token",
    objectId: id,
    before: { gateway_serial_number: row.gateway_serial_number },
  });
  return { ...row, revoked_at: new Date(who.at) };
}
