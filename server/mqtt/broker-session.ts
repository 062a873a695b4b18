import { z } from "zod";
import { type Connections, inScope } from "../database/connect.ts";
import { IdRow, queryRow, queryRows } from "../database/query-rows.ts";
import { type Gateway, gatewayOf } from "../ingest/tokens/gateway-token.ts";

const GatewayRow = z.object({ serial_number: z.string() });

/** A gateway that is signed in at our own broker. */
export interface Session {
  gateway: Gateway;
  serial: string;
  token: string;
  tokenId: number;
}

/** The gateway whose token is given as the password; null for none, a wrong or a revoked one. */
export async function signIn(connections: Connections, token: string): Promise<Session | null> {
  const gateway = await gatewayOf(connections.accounts, `Bearer ${token}`);
  if (gateway === null) return null;
  const { propertyId, gatewayId } = gateway;
  const scope = { organizationIds: [], propertyIds: [propertyId] };
  const found = await inScope(
    connections.app,
    scope,
    (tx) =>
      queryRow(tx, GatewayRow)`
      select serial_number from gateways where property_id = ${propertyId} and id = ${gatewayId}`,
  );
  return found === undefined ? null : { gateway, serial: found.serial_number, token, tokenId: tokenIdOf(token) };
}

/** Whether the token of a session is still valid. */
export async function isSignedIn(connections: Connections, { token }: Session): Promise<boolean> {
  return (await gatewayOf(connections.accounts, `Bearer ${token}`)) !== null;
}

/** Of these tokens the ones that are revoked or deleted. */
export async function revokedOf(connections: Connections, tokenIds: number[]): Promise<Set<number>> {
  if (tokenIds.length === 0) return new Set();
  const valid = await queryRows(connections.accounts, IdRow)`
    select id from gateway_tokens where id = any(${tokenIds}::bigint[]) and revoked_at is null`;
  const known = new Set(valid.map((row) => row.id));
  return new Set(tokenIds.filter((id) => !known.has(id)));
}

/** The id that a token claims to have; 0 for what is no token. */
export function tokenIdOf(token: string): number {
  return Number(/^dlg_(\d{1,15})_/.exec(token)?.[1] ?? 0);
}
