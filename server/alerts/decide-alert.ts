import { sql } from "kysely";
import { z } from "zod";
import { type AlertDecision, type AlertRow, alertKind } from "../../contract/leaks/alerts.ts";
import { decidedKinds } from "../../contract/leaks/case-choices.ts";
import { type Actor, audit } from "../audit/audit.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { checkSnooze } from "../leaks-api/cases/snooze.ts";
import { notThere, ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import type { Clock } from "../time/clock.ts";
import { alertList } from "./alert-list.ts";

const Found = z.object({
  property_id: z.int(),
  time_zone: z.string(),
  kind: alertKind,
  closed_at: z.date().nullable(),
  dismissed_for: z.string().nullable(),
  snoozed_until: z.string().nullable(),
});

/**
 * Dismisses or snoozes an alert about a battery or a signal until its cause ends, or reopens it.
 * @returns the alert as it is then
 * @throws ProblemError not_found for one that is unknown or out of scope; conflict for one of another kind, or that is over;
 *   invalid_fields for a day that is no later one
 */
export async function decideAlert(
  scope: Scope,
  tx: Transactional,
  who: Actor,
  id: number,
  decision: AlertDecision,
  reader: Pick<Parameters<typeof alertList>[2], "language" | "measure">,
  clock: Clock,
): Promise<AlertRow> {
  const found = await queryRow(tx, Found)`
    select alerts.property_id, time_zone, kind, closed_at, dismissed_for, snoozed_until::text as snoozed_until
    from alerts join properties on properties.id = alerts.property_id
    where alerts.property_id = any(${scope.propertyIds}::bigint[]) and alerts.id = ${id} and archived_at is null
    for no key update of alerts`;
  if (found === undefined) throw notThere("alert");
  const { property_id: propertyId, time_zone: timeZone, kind, closed_at, dismissed_for, snoozed_until } = found;
  if (!decidedKinds.some((one) => one === kind)) {
    throw new ProblemError("conflict", text`Only alerts about batteries and signals can be dismissed or snoozed.`);
  }
  if (closed_at !== null) throw new ProblemError("conflict", text`This alert is over: its cause is gone.`);
  if (decision.kind === "snoozed") checkSnooze(decision.until, timeZone, clock());
  const reason = decision.kind === "dismissed" ? decision.reason : null;
  const until = decision.kind === "snoozed" ? decision.until : null;
  const note = decision.kind === "none" ? "" : decision.note;
  await sql`
    update alerts set dismissed_for = ${reason}, snoozed_until = ${until}::date, decision_note = ${note},
      decided_by = ${decision.kind === "none" ? null : who.email}
    where property_id = ${propertyId} and id = ${id}`.execute(tx);
  await audit(tx, who, {
    action: "alert.decide",
    propertyId,
    objectType: "alert",
    objectId: id,
    before: { dismissed_for, snoozed_until },
    after: { dismissed_for: reason, snoozed_until: until, note },
  });
  const one = { property_id: [propertyId], ids: [id], page: 1, page_size: 1, ordering: "-opened_at" as const };
  const { rows } = await alertList(scope, tx, { ...one, ...reader }, clock);
  const [row] = rows;
  if (row === undefined) throw notThere("alert");
  return row;
}
