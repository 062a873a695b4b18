import { sql } from "kysely";
import { z } from "zod";
import { audit } from "../audit/audit.ts";
import type { Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { onRecord } from "./on-record.ts";

/** After so long without a message that got through a webhook is switched off, in milliseconds: 3 days. */
const FAILING_MS = 3 * 86_400_000;
/** Attempts at one message are at most so far apart, in milliseconds: a day, if the receiver wants that, and a delay. */
const LONGEST_BACKOFF_MS = 26 * 3_600_000;

const SwitchedOff = z.object({
  id: z.int(),
  organization_id: z.int(),
  name: z.string(),
  disabled_reason: z.enum(["failing", "gone"]),
  creator_id: z.int().nullable(),
});

/** A webhook that was switched off by this delivery: its creator or the organization's admins are to be notified. */
export type SwitchedOffWebhook = z.output<typeof SwitchedOff>;

/** A message got through: what failed before counts no more. @param now milliseconds since the epoch */
export async function recordDelivered(tx: Transactional, id: number, now: number): Promise<void> {
  await sql`update webhooks set first_failed_at = null, last_sent_at = ${new Date(now)} where id = ${id}`.execute(tx);
}

/** How a message failed: it may get through later, it is given up, or there is no such receiver any more. */
type Failure = "for_now" | "for_good" | "gone";

/**
 * A message failed. Switches the webhook off, with an audit log entry, when the receiver is gone, or nothing has got
 * through for 3 days. These begin again with a message that may get through later, long after what failed before.
 * @param now milliseconds since the epoch
 * @returns it, when it was switched off now
 */
export async function recordFailed(
  tx: Transactional,
  id: number,
  failure: Failure,
  now: number,
): Promise<SwitchedOffWebhook | null> {
  const at = new Date(now);
  const isGone = failure === "gone";
  await sql`
    update webhooks set last_failed_at = ${at}, first_failed_at = case
      when ${failure === "for_now"}::boolean and last_failed_at <= ${new Date(now - LONGEST_BACKOFF_MS)} then ${at}
      else coalesce(first_failed_at, ${at}) end
    where id = ${id}`.execute(tx);
  const off = await queryRow(tx, SwitchedOff)`
    update webhooks set disabled_at = ${at}, disabled_reason = ${isGone ? "gone" : "failing"}
    where id = ${id} and disabled_at is null and (${isGone} or first_failed_at <= ${new Date(now - FAILING_MS)})
    returning id, organization_id, name, disabled_reason, creator_id`;
  if (off === undefined) return null;
  const nobody = { userId: null, email: "", requestId: "", at: now };
  await audit(tx, nobody, {
    action: "webhook.disable",
    ...onRecord(off.organization_id, id),
    after: { name: off.name, reason: off.disabled_reason },
  });
  return off;
}
