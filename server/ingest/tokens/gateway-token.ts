import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { IdRow, queryRow } from "../../database/query-rows.ts";
import type { Database } from "../../database/types.ts";

const TokenRow = z.object({
  property_id: z.int(),
  gateway_id: z.int(),
  token_hash: z.instanceof(Buffer),
  rested: z.boolean(),
});

/** The gateway that a token belongs to. */
export interface Gateway {
  propertyId: number;
  gatewayId: number;
}

/** `dlg_<id>_<secret>`: the id finds the row, the secret of 256 bits is compared with its hash. */
const FORMAT = /^Bearer dlg_(\d{1,15})_([\w-]{43})$/;

/**
 * The gateway whose token is in an Authorization header; null for none, a wrong or a revoked one. The time of its last
 * use is kept to the minute: a write with every message would cost more than the precision is worth.
 */
export async function gatewayOf(accounts: Kysely<Database>, header: string | undefined): Promise<Gateway | null> {
  const match = FORMAT.exec(header ?? "");
  if (match?.[1] === undefined || match[2] === undefined) return null;
  const id = Number(match[1]);
  const row = await queryRow(accounts, TokenRow)`
    select property_id, gateway_id, token_hash,
      coalesce(last_used_at < now() - interval '1 minute', true) as rested
    from gateway_tokens where id = ${id} and revoked_at is null`;
  if (row === undefined || !timingSafeEqual(row.token_hash, hashOf(match[2]))) return null;
  if (row.rested) await sql`update gateway_tokens set last_used_at = now() where id = ${id}`.execute(accounts);
  return { propertyId: row.property_id, gatewayId: row.gateway_id };
}

/** Creates a token for a gateway. @returns the token, which is stored nowhere. */
export async function createGatewayToken(
  worker: Kysely<Database>,
  propertyId: number,
  gatewayId: number,
): Promise<{ id: number; token: string }> {
  const secret = randomBytes(32).toString("base64url");
  const row = await queryRow(worker, IdRow)`
    insert into gateway_tokens (property_id, gateway_id, token_hash)
    values (${propertyId}, ${gatewayId}, ${hashOf(secret)}) returning id`;
  const id = row?.id;
  if (id === undefined) throw new Error("The database returned no row for an insert.");
  return { id, token: `dlg_${id}_${secret}` };
}

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
