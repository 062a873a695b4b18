import { sql } from "kysely";
import { z } from "zod";
import type { OnCall, OnCallWeeks } from "../../../contract/notifications/routes.ts";
import { type Actor, audit } from "../../audit/audit.ts";
import type { Connections, Scope, Transactional } from "../../database/connect.ts";
import { queryRow, queryRows } from "../../database/query-rows.ts";
import { rejectUnexpected } from "../../problem/as-expected.ts";
import { wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { checkOrganizationInScope } from "../../query/organization-in-scope.ts";
import { stretchesFrom } from "./on-call.ts";
import { localDayOf, overridesOf } from "./on-call-overrides.ts";
import { candidatesOf, checkMembers, membersOf } from "./people.ts";

/** Weeks from now on in an answer. */
const WEEKS_AHEAD = 8;

const Row = z.object({
  user_ids: z.array(z.int()),
  first_week_on: z.string(),
  starts_at: z.string(),
  time_zone: z.string(),
  version: z.int(),
});
const NameRow = z.object({ name: z.string() });

/** Who is on call in an organization at an instant; null: nobody. */
export async function whoIsOnCall(tx: Transactional, organizationId: number, now: number): Promise<number | null> {
  const { weeks } = await storedWeeks(tx, organizationId);
  if (weeks === null) return null;
  const overrides = await overridesOf(tx, organizationId, localDayOf(now, weeks.time_zone));
  return stretchesFrom(weeks, overrides, now, 1)[0]?.userId ?? null;
}

/** @throws ProblemError not_found for an organization out of scope */
export async function readOnCall(
  connections: Pick<Connections, "accounts">,
  scope: Scope,
  tx: Transactional,
  organizationId: number,
  now: number,
): Promise<OnCall> {
  checkOrganizationInScope(scope, organizationId);
  const { weeks, version } = await storedWeeks(tx, organizationId);
  const overrides = weeks === null ? [] : await overridesOf(tx, organizationId, localDayOf(now, weeks.time_zone));
  const ahead = weeks === null ? [] : stretchesFrom(weeks, overrides, now, WEEKS_AHEAD);
  const named = [...(weeks?.user_ids ?? []), ...overrides.map(({ user_id }) => user_id)];
  const [current] = ahead;
  return {
    organization_id: organizationId,
    weeks,
    overrides,
    people: await membersOf(connections, organizationId, named, null),
    candidates: await candidatesOf(connections, organizationId),
    on_call: current === undefined ? null : { user_id: current.userId, until: new Date(current.until).toISOString() },
    ahead: ahead.map(({ userId, from, until, insteadOf }) => ({
      user_id: userId,
      instead_of: insteadOf,
      from: new Date(from).toISOString(),
      until: new Date(until).toISOString(),
    })),
    version,
  };
}

/**
 * Sets who is on call, with an audit log entry.
 * @throws ProblemError not_found; changed_meanwhile; invalid_fields for who is no member or may see nothing, and for nobody
 * while routes send to who is on call
 */
export async function setOnCall(
  connections: Pick<Connections, "accounts">,
  scope: Scope,
  tx: Transactional,
  who: Actor,
  organizationId: number,
  { weeks, expected }: { weeks: OnCallWeeks | null; expected?: { version: number } | undefined },
): Promise<OnCall> {
  checkOrganizationInScope(scope, organizationId);
  // Of two concurrent changes the second sees the result of the first.
  await sql`select id from organizations where id = ${organizationId} for no key update`.execute(tx);
  const before = await storedWeeks(tx, organizationId);
  rejectUnexpected("on-call week", expected, { version: before.version });
  if (weeks === null) {
    await rejectWhereUsed(tx, organizationId);
    await sql`delete from on_call_overrides where organization_id = ${organizationId}`.execute(tx);
  } else await checkMembers(connections, "weeks", organizationId, weeks.user_ids, null);
  if (JSON.stringify(weeks) !== JSON.stringify(before.weeks)) {
    const { user_ids, first_week_on, starts_at, time_zone } = weeks ?? { ...NOBODY };
    await sql`
      insert into on_call_weeks as known (organization_id, user_ids, first_week_on, starts_at, time_zone)
      values (${organizationId}, ${user_ids}::bigint[], ${first_week_on}::date, ${starts_at}, ${time_zone})
      on conflict (organization_id) do update set user_ids = excluded.user_ids, first_week_on = excluded.first_week_on,
        starts_at = excluded.starts_at, time_zone = excluded.time_zone, version = known.version + 1`.execute(tx);
    await audit(tx, who, {
      action: "on-call.change",
      organizationId,
      objectType: "organization",
      objectId: organizationId,
      before: before.weeks,
      after: weeks,
    });
  }
  return readOnCall(connections, scope, tx, organizationId, who.at);
}

/** As nobody on call is stored, so that the version goes on. */
const NOBODY: OnCallWeeks = { user_ids: [], first_week_on: "2000-01-01", starts_at: "00:00", time_zone: "UTC" };

async function storedWeeks(
  tx: Transactional,
  organizationId: number,
): Promise<{ weeks: OnCallWeeks | null; version: number }> {
  const row = await queryRow(tx, Row)`
    select to_jsonb(user_ids) as user_ids, first_week_on::text as first_week_on, starts_at, time_zone, version
    from on_call_weeks where organization_id = ${organizationId}`;
  if (row === undefined) return { weeks: null, version: 0 };
  const { version, ...weeks } = row;
  return { weeks: weeks.user_ids.length === 0 ? null : weeks, version };
}

async function rejectWhereUsed(tx: Transactional, organizationId: number): Promise<void> {
  const routes = await queryRows(tx, NameRow)`
    select name from notification_routes
    where organization_id = ${organizationId} and steps @> '[{"on_call": true}]' order by lower(name), id limit 3`;
  if (routes.length > 0) {
    throw wrongField(
      "weeks",
      text`Routes send to who is on call: ${routes.map(({ name }) => name).join(", ")}. Change them first.`,
    );
  }
}
