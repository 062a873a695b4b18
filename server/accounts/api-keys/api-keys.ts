import { sql } from "kysely";
import { z } from "zod";
import { type ApiKeyRow, apiKey, type NewApiKey } from "../../../contract/accounts/api-keys.ts";
import { type Actor, audit } from "../../audit/audit.ts";
import type { Transactional } from "../../database/connect.ts";
import { CountRow, IdRow, queryRow, queryRows } from "../../database/query-rows.ts";
import { notThere, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { checkOrganizationInScope } from "../../query/organization-in-scope.ts";
import type { PageParams } from "../../query/page.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { hashToken, newToken } from "../tokens/secret-token.ts";
import { makerMayStillMakeIt } from "./api-key-scope.ts";

const PREFIX_LENGTH = 12;

const Row = apiKey.omit({ state: true }).extend({
  created_at: z.date(),
  expires_at: z.date().nullable(),
  last_used_at: z.date().nullable(),
  revoked_at: z.date().nullable(),
  maker_may: z.boolean(),
});
type Row = z.output<typeof Row>;

/**
 * A page of an organization's keys, newest first, ended ones too.
 * @param now milliseconds since the epoch
 * @throws ProblemError not_found
 */
export async function listApiKeys(
  tx: Transactional,
  scope: RequestScope,
  organizationId: number,
  params: PageParams,
  now: number,
): Promise<{ count: number; rows: ApiKeyRow[] }> {
  checkOrganizationInScope(scope, organizationId);
  const total = await queryRow(tx, CountRow)`
    select count(*) as count from api_keys where organization_id = ${organizationId}`;
  const page = sql`limit ${params.page_size} offset ${(params.page - 1) * params.page_size}`;
  const found = await queryRows(tx, Row)`
    ${columns} where k.organization_id = ${organizationId} order by k.id desc ${page}`;
  return { count: total?.count ?? 0, rows: found.map((row) => toWire(row, now)) };
}

/**
 * Creates a key of an organization, with an audit log entry. The key itself is in the response and stored nowhere.
 * @throws ProblemError not_found for an organization that is not the maker's; invalid_fields when the key would have
 * more rights than its maker, or would have expired already
 */
export async function createApiKey(
  tx: Transactional,
  scope: RequestScope,
  who: Actor,
  organizationId: number,
  wanted: NewApiKey,
): Promise<ApiKeyRow & { key: string }> {
  checkOrganizationInScope(scope, organizationId);
  const { name, expires_at: expiresAt = null } = wanted;
  const permissions = [...new Set(wanted.permissions)];
  if (!permissions.every((one) => scope.permissions.includes(one))) {
    throw wrongField("permissions", text`You can give a key only permissions that you have.`);
  }
  if (expiresAt !== null && Date.parse(expiresAt) <= who.at) {
    throw wrongField("expires_at", text`expires_at must be in the future.`);
  }
  const propertyIds = wanted.property_ids == null ? null : [...new Set(wanted.property_ids)];
  if (propertyIds !== null) await checkProperties(tx, organizationId, propertyIds);
  const key = `dlk_${newToken()}`;
  const { id } = await tx
    .insertInto("api_keys")
    .values({
      organization_id: organizationId,
      name,
      key_hash: hashToken(key),
      prefix: key.slice(0, PREFIX_LENGTH),
      permissions,
      property_ids: propertyIds,
      created_by: scope.userId,
      created_at: new Date(who.at),
      expires_at: expiresAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const made = await readApiKey(tx, organizationId, id, who.at);
  await audit(tx, who, { action: "api-key.create", ...objectOf(organizationId, id), after: scopeOfKey(made) });
  return { ...made, key };
}

/** Revokes a key, with an audit log entry; one that has ended stays as it is. @throws ProblemError not_found */
export async function revokeApiKey(
  tx: Transactional,
  scope: RequestScope,
  who: Actor,
  organizationId: number,
  keyId: number,
): Promise<ApiKeyRow> {
  checkOrganizationInScope(scope, organizationId);
  const before = await readApiKey(tx, organizationId, keyId, who.at);
  const ended = await sql`
    update api_keys set revoked_at = ${new Date(who.at)} where id = ${keyId} and revoked_at is null
    returning id`.execute(tx);
  if (ended.rows.length === 0) return before;
  await audit(tx, who, { action: "api-key.revoke", ...objectOf(organizationId, keyId), before: scopeOfKey(before) });
  return readApiKey(tx, organizationId, keyId, who.at);
}

/** Who makes keys of an organization sees all of its properties. */
async function checkProperties(tx: Transactional, organizationId: number, ids: number[]) {
  const found = await queryRows(tx, IdRow)`
    select id from properties
    where organization_id = ${organizationId} and id = any(${ids}::bigint[]) and archived_at is null`;
  const own = new Set(found.map(({ id }) => id));
  const others = ids.filter((id) => !own.has(id));
  if (others.length > 0) {
    throw wrongField("property_ids", text`The organization has no property ${others.slice(0, 10).join(", ")}.`);
  }
}

/** Properties of a key that have moved to another organization are hidden until they return. */
const columns = sql`
  select k.id, k.name, k.prefix, k.permissions, case when k.property_ids is not null then (
      select coalesce(jsonb_agg(p.id order by p.id), '[]') from properties p
      where p.id = any(k.property_ids) and p.organization_id = k.organization_id and p.archived_at is null) end as property_ids,
    u.email as created_by,
    k.created_at, k.expires_at, k.last_used_at, k.revoked_at, coalesce(${makerMayStillMakeIt}, false) as maker_may
  from api_keys k join users u on u.id = k.created_by`;

async function readApiKey(tx: Transactional, organizationId: number, id: number, now: number): Promise<ApiKeyRow> {
  const row = await queryRow(tx, Row)`
    ${columns} where k.organization_id = ${organizationId} and k.id = ${id}`;
  if (row === undefined) throw notThere("API key");
  return toWire(row, now);
}

function toWire({ maker_may: makerMay, ...row }: Row, now: number): ApiKeyRow {
  return {
    ...row,
    state: stateOf(row, makerMay, now),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

function stateOf(
  { revoked_at, expires_at }: Pick<Row, "revoked_at" | "expires_at">,
  makerMay: boolean,
  now: number,
): ApiKeyRow["state"] {
  if (revoked_at !== null) return "revoked";
  if (expires_at !== null && expires_at.getTime() <= now) return "expired";
  return makerMay ? "working" : "maker_lacks_rights";
}

function objectOf(organizationId: number, id: number) {
  return { organizationId, objectType: "api-key", objectId: id };
}

/** What the audit log keeps of a key. */
function scopeOfKey({ name, prefix, permissions, property_ids, expires_at }: ApiKeyRow) {
  return { name, prefix, permissions, property_ids, expires_at };
}
