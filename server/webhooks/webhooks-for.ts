import { z } from "zod";
import { eventTypeOf, type NoticeKind } from "../../contract/notifications/notice-kinds.ts";
import { webhookTypes } from "../../contract/notifications/webhooks.ts";
import type { Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";

const WantedRow = z.object({ id: z.int(), type: z.enum(webhookTypes) });

/**
 * The webhooks to which an event of a property is sent: those of the organization that it belongs to now.
 * @param dollarsPerDay what the leak costs; null: it is none, or its cost is not known, and it is sent whatever it costs
 */
export async function webhooksFor(
  tx: Transactional,
  { propertyId, kind, dollarsPerDay }: { propertyId: number; kind: NoticeKind; dollarsPerDay: number | null },
): Promise<z.output<typeof WantedRow>[]> {
  return queryRows(tx, WantedRow)`
    select w.id, w.type from webhooks w join properties p on p.organization_id = w.organization_id
    where p.id = ${propertyId} and p.archived_at is null and w.disabled_at is null and ${eventTypeOf[kind]} = any(w.kinds)
      and (w.property_ids is null or p.id = any(w.property_ids))
      and (${dollarsPerDay}::float8 is null or w.min_cents_per_day / 100::float8 <= ${dollarsPerDay}::float8)
    order by w.id`;
}
