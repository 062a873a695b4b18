import { sql } from "kysely";
import type { WebhookRow } from "../../contract/notifications/webhooks.ts";
import type { Transactional } from "../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../database/query-rows.ts";
import { checkOrganizationInScope } from "../query/organization-in-scope.ts";
import type { PageParams } from "../query/page.ts";
import type { RequestScope } from "../query/request-scope.ts";
import { WebhookAsStored, webhookColumns, webhookToWire } from "./read-webhook.ts";

/** A page of an organization's webhooks, newest first. @throws ProblemError not_found */
export async function listWebhooks(
  tx: Transactional,
  scope: RequestScope,
  organizationId: number,
  params: PageParams,
  now: number,
): Promise<{ count: number; rows: WebhookRow[] }> {
  checkOrganizationInScope(scope, organizationId);
  const total = await queryRow(tx, CountRow)`
    select count(*) as count from webhooks where organization_id = ${organizationId}`;
  const page = sql`limit ${params.page_size} offset ${(params.page - 1) * params.page_size}`;
  const found = await queryRows(tx, WebhookAsStored)`
    ${webhookColumns} where w.organization_id = ${organizationId} order by w.id desc ${page}`;
  return { count: total?.count ?? 0, rows: found.map((row) => webhookToWire(row, now)) };
}
