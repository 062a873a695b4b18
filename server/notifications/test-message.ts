import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { maskedNumber } from "../../contract/notifications/phone-number.ts";
import type { Person } from "../accounts/sessions/person.ts";
import type { Connections } from "../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../database/query-rows.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { HOUR_MS } from "../time/durations.ts";

/** Tests by a channel that a person may be sent in an hour; one to several browsers is one. */
const MOST_TESTS = 5;

const TargetRow = z.object({ browser_id: z.int().nullable(), address: z.string() });

/**
 * Queues a test message to a person.
 * @returns where it is sent
 * @throws ProblemError conflict where there is nothing to send it to; too_many_requests after too many within an hour
 */
export async function sendTest(
  { accounts }: Connections,
  { userId, organizationId, at }: Person,
  channel: "mail" | "sms" | "push",
): Promise<string[]> {
  const now = new Date(at);
  return accounts.transaction().execute(async (tx) => {
    const targets = await queryRows(tx, TargetRow)`
      select null::bigint as browser_id, email as address from users where ${channel} = 'mail' and id = ${userId}
      union all select null::bigint, number from phones where ${channel} = 'sms' and user_id = ${userId}
      union all select id, user_agent from push_subscriptions where ${channel} = 'push' and user_id = ${userId}`;
    if (targets.length === 0) {
      throw new ProblemError(
        "conflict",
        channel === "sms" ? text`Confirm a phone number first.` : text`Let this browser show notifications first.`,
      );
    }
    // Of concurrent requests each counts what those before it were sent.
    await sql`select id from users where id = ${userId} for no key update`.execute(tx);
    const sent = await queryRow(tx, CountRow)`
      select count(distinct thread) as count from messages
      where user_id = ${userId} and channel = ${channel} and thread like 'test %' and created_at > ${new Date(at - HOUR_MS)}`;
    if ((sent?.count ?? 0) >= MOST_TESTS) {
      throw new ProblemError(
        "too_many_requests",
        text`You were sent ${MOST_TESTS} tests within the last hour. Try again later.`,
      );
    }
    const thread = `test ${randomUUID()}`;
    for (const { browser_id } of targets) {
      await sql`
        insert into messages (organization_id, user_id, channel, push_subscription_id, thread, is_list, created_at, due_at)
        values (${organizationId}, ${userId}, ${channel}, ${browser_id}, ${thread}, false, ${now}, ${now})`.execute(tx);
    }
    return targets.map(({ address }) => (channel === "sms" ? maskedNumber(address) : address));
  });
}
