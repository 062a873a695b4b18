import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Person } from "../accounts/sessions/person.ts";
import type { Connections } from "../database/connect.ts";
import { CountRow, queryRow } from "../database/query-rows.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { HOUR_MS } from "../time/durations.ts";

/** Tests that a person may be sent in an hour. */
const MOST_TESTS = 5;

/** Queues a test message to a person. @throws ProblemError too_many_requests after too many within an hour */
export async function sendTest({ accounts }: Connections, { userId, organizationId, at }: Person): Promise<void> {
  const now = new Date(at);
  await accounts.transaction().execute(async (tx) => {
    const sent = await queryRow(tx, CountRow)`
      select count(*) as count from messages
      where user_id = ${userId} and thread like 'test %' and created_at > ${new Date(at - HOUR_MS)}`;
    if ((sent?.count ?? 0) >= MOST_TESTS) {
      throw new ProblemError(
        "too_many_requests",
        text`You were sent ${MOST_TESTS} tests within the last hour. Try again later.`,
      );
    }
    await sql`
      insert into messages (organization_id, user_id, channel, thread, is_list, created_at, due_at)
      values (${organizationId}, ${userId}, 'mail', ${`test ${randomUUID()}`}, false, ${now}, ${now})`.execute(tx);
  });
}
