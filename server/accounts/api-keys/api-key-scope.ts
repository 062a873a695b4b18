import { sql } from "kysely";
import { z } from "zod";
import type { Connections } from "../../database/connect.ts";
import { numbers, queryRow } from "../../database/query-rows.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { isPermission, type RequestScope } from "../../query/request-scope.ts";
import { hashToken } from "../tokens/secret-token.ts";

/** `dlk_<secret of 256 bits>`. */
const FORMAT = /^Bearer (dlk_[\w-]{43})$/;
/** Precision of the last use: a write on every call would cost more than an exact value is worth. */
const USED_EXACT_TO_MS = 60_000;

const KeyRow = z.object({
  id: z.int(),
  organization_id: z.int(),
  name: z.string(),
  prefix: z.string(),
  permissions: z.array(z.string()),
  property_ids: numbers,
  last_used_at: z.date().nullable(),
});

/** Whether a request carries an API key, valid or not, rather than a session. */
export function hasApiKey(authorization: string | undefined): authorization is string {
  return authorization?.startsWith("Bearer dlk_") === true;
}

/**
 * Of a key `k` and its maker `u`: whether the maker could still make it, as an IONAdmin or as an admin of the key's
 * organization with all of its permissions. Both see all properties of the organization.
 */
export const makerMayStillMakeIt = sql`(u.deleted_at is null and (u.staff_role = 'IONAdmin'
  or (u.staff_role is null and exists (select from memberships m
    where m.user_id = u.id and m.organization_id = k.organization_id and m.role = 'organization admin'
      and m.permissions @> k.permissions))))`;

/**
 * What the API key of a request may see: its properties, or all of its organization, without those that were archived
 * or have moved away. Looked up on every request, so that a key that was revoked, or whose maker lost the right to make
 * it, is rejected from the next request on.
 * @param chosen X-CURRENT-ORGANIZATION-ID
 * @returns null for a key that is unknown, revoked, expired, or has more rights than its maker may grant now
 * @throws ProblemError forbidden when another organization is chosen than the key's
 */
export async function scopeOfApiKey(
  { accounts }: Connections,
  authorization: string,
  chosen: string | string[] | undefined,
  now: number,
): Promise<RequestScope | null> {
  const key = FORMAT.exec(authorization)?.[1];
  if (key === undefined) return null;
  const row = await queryRow(accounts, KeyRow)`
    select k.id, k.organization_id, k.name, k.prefix, k.permissions, k.last_used_at, (
      select coalesce(jsonb_agg(p.id order by p.id), '[]') from properties p
      where p.organization_id = k.organization_id and p.archived_at is null
        and (k.property_ids is null or p.id = any(k.property_ids))) as property_ids
    from api_keys k join users u on u.id = k.created_by
    where k.key_hash = ${hashToken(key)} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${new Date(now)})
      and ${makerMayStillMakeIt}`;
  if (row === undefined) return null;
  if (chosen !== undefined && chosen !== String(row.organization_id)) {
    throw new ProblemError(
      "forbidden",
      text`This key belongs to another organization. Omit X-CURRENT-ORGANIZATION-ID.`,
    );
  }
  if (row.last_used_at === null || now - row.last_used_at.getTime() >= USED_EXACT_TO_MS) {
    await sql`update api_keys set last_used_at = ${new Date(now)} where id = ${row.id}`.execute(accounts);
  }
  return {
    userId: 0,
    apiKeyId: row.id,
    email: `API key ${row.prefix}… (${row.name})`,
    isStaff: false,
    role: null,
    permissions: row.permissions.filter(isPermission),
    currentOrganizationId: row.organization_id,
    organizationIds: [row.organization_id],
    propertyIds: row.property_ids,
  };
}
