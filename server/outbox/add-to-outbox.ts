import { sql } from "kysely";
import type { MessageKind } from "../../contract/notifications/notice-kinds.ts";
import type { Transactional } from "../database/connect.ts";

/** Something that people may want to be notified of, or an assignment that is mailed to its vendor. */
export interface OutboxEntry {
  kind: MessageKind;
  /** What it is about and which time it is, such as `case 17 x4`: once for each kind and cause. */
  cause: string;
  caseId: number | null;
  /** The alert that has its text; null: the case has. */
  alertId: number | null;
  /** Of an assignment to a vendor. */
  eventId?: number;
}

/** Adds to the outbox of a property what is not in it, in the transaction that changes the case or alert. */
export async function addToOutbox(
  tx: Transactional,
  propertyId: number,
  entries: readonly OutboxEntry[],
  at: Date,
): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into outbox (property_id, kind, cause, case_id, alert_id, event_id, created_at)
    select ${propertyId}::bigint, v.kind, v.cause, v.case_id, v.alert_id, v.event_id, ${at}::timestamptz
    from unnest(${entries.map(({ kind }) => kind)}::text[], ${entries.map(({ cause }) => cause)}::text[],
      ${entries.map(({ caseId }) => caseId)}::bigint[], ${entries.map(({ alertId }) => alertId)}::bigint[],
      ${entries.map(({ eventId }) => eventId ?? null)}::bigint[]
    ) as v (kind, cause, case_id, alert_id, event_id)
    on conflict (property_id, kind, cause) do nothing`.execute(tx);
}
