import { sql } from "kysely";
import { z } from "zod";
import { eventTypes } from "../../contract/notifications/notice-kinds.ts";
import { type WebhookRow, webhookTypes } from "../../contract/notifications/webhooks.ts";
import type { Transactional } from "../database/connect.ts";
import { numbers, queryRow } from "../database/query-rows.ts";
import { notThere } from "../problem/problem.ts";

const Row = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(webhookTypes),
  address: z.string(),
  kinds: z.array(z.enum(eventTypes)),
  property_ids: numbers.nullable(),
  min_cents_per_day: z.int(),
  created_by: z.string(),
  created_at: z.date(),
  previous_secret_until: z.date().nullable(),
  first_failed_at: z.date().nullable(),
  last_sent_at: z.date().nullable(),
  last_failed_at: z.date().nullable(),
  disabled_at: z.date().nullable(),
  disabled_reason: z.enum(["failing", "gone", "manual"]).nullable(),
});

export const WebhookAsStored = Row;

/** All but the secrets. Properties that have moved to another organization are hidden until they return. */
export const webhookColumns = sql`
  select w.id, w.name, w.type, w.address, w.kinds, case when w.property_ids is not null then (
      select coalesce(jsonb_agg(p.id order by p.id), '[]') from properties p
      where p.id = any(w.property_ids) and p.organization_id = w.organization_id and p.archived_at is null) end as property_ids,
    w.min_cents_per_day, w.created_by, w.created_at, w.previous_secret_until, w.first_failed_at, w.last_sent_at,
    w.last_failed_at, w.disabled_at, w.disabled_reason
  from webhooks w`;

/** @throws ProblemError not_found */
export async function readWebhook(
  tx: Transactional,
  organizationId: number,
  id: number,
  now: number,
): Promise<WebhookRow> {
  const row = await queryRow(tx, Row)`
    ${webhookColumns} where w.organization_id = ${organizationId} and w.id = ${id}`;
  if (row === undefined) throw notThere("webhook");
  return webhookToWire(row, now);
}

/** A row as the API has it. */
export function webhookToWire(row: z.output<typeof Row>, now: number): WebhookRow {
  const { min_cents_per_day: cents, disabled_reason: reason, previous_secret_until: until, ...rest } = row;
  return {
    ...rest,
    min_dollars_per_day: cents / 100,
    created_at: row.created_at.toISOString(),
    previous_secret_until: until !== null && until.getTime() > now ? until.toISOString() : null,
    first_failed_at: row.first_failed_at?.toISOString() ?? null,
    last_sent_at: row.last_sent_at?.toISOString() ?? null,
    last_failed_at: row.last_failed_at?.toISOString() ?? null,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    state: stateOf(reason, row.first_failed_at),
  };
}

const statesWhenOff = { failing: "switched_off", gone: "gone", manual: "off" } as const;

function stateOf(reason: keyof typeof statesWhenOff | null, firstFailedAt: Date | null): WebhookRow["state"] {
  if (reason !== null) return statesWhenOff[reason];
  return firstFailedAt === null ? "working" : "failing";
}
