import { sql } from "kysely";
import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import type { NewOverride } from "../../../contract/notifications/routes.ts";
import { type Actor, audit } from "../../audit/audit.ts";
import type { Connections, Scope, Transactional } from "../../database/connect.ts";
import { CountRow, IdRow, queryRow, queryRows } from "../../database/query-rows.ts";
import { notThere, ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { checkOrganizationInScope } from "../../query/organization-in-scope.ts";
import { checkMembers } from "./people.ts";

const MOST_OVERRIDES = 100;

const OverrideRow = z.object({ id: z.int(), user_id: z.int(), first_on: z.string(), last_on: z.string() });
export type Override = z.output<typeof OverrideRow>;

const ZoneRow = z.object({ time_zone: z.string() });

/** Of an organization, those that are not over, in their order. @param today of the weeks' time zone */
export function overridesOf(tx: Transactional, organizationId: number, today: string): Promise<Override[]> {
  return queryRows(tx, OverrideRow)`
    select id, user_id, first_on::text as first_on, last_on::text as last_on from on_call_overrides
    where organization_id = ${organizationId} and last_on >= ${today}::date order by first_on, id`;
}

/** The local day of an instant. */
export function localDayOf(now: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

interface Editor {
  connections: Pick<Connections, "accounts">;
  scope: Scope;
  tx: Transactional;
  who: Actor;
  organizationId: number;
}

/**
 * Puts somebody on call for some days.
 * @throws ProblemError not_found; conflict while nobody takes turns, and for too many; invalid_fields for days that are over
 * or on which somebody else is, and for who is no member or may see nothing
 */
export async function addOverride(
  { connections, scope, tx, who, organizationId }: Editor,
  { user_id, first_on, last_on }: NewOverride,
): Promise<void> {
  checkOrganizationInScope(scope, organizationId);
  await sql`select id from organizations where id = ${organizationId} for no key update`.execute(tx);
  const weeks = await queryRow(tx, ZoneRow)`
    select time_zone from on_call_weeks where organization_id = ${organizationId} and user_ids <> '{}'`;
  if (weeks === undefined) {
    throw new ProblemError(
      "conflict",
      text`Nobody is on call yet. Set the weeks first; then somebody else can take days of them.`,
    );
  }
  if (last_on < localDayOf(who.at, weeks.time_zone)) throw wrongField("last_on", text`These days are over.`);
  await checkMembers(connections, "user_id", organizationId, [user_id], null);
  const [other] = await queryRows(tx, OverrideRow)`
    select id, user_id, first_on::text as first_on, last_on::text as last_on from on_call_overrides
    where organization_id = ${organizationId} and first_on <= ${last_on}::date and last_on >= ${first_on}::date
    order by first_on limit 1`;
  if (other !== undefined) {
    throw wrongField(
      "first_on",
      text`There is an override from ${other.first_on} to ${other.last_on} already. Remove it, or choose other days.`,
    );
  }
  const kept = await queryRow(tx, CountRow)`
    select count(*) as count from on_call_overrides where organization_id = ${organizationId}
      and last_on >= ${localDayOf(who.at, weeks.time_zone)}::date`;
  if ((kept?.count ?? 0) >= MOST_OVERRIDES) {
    throw new ProblemError(
      "conflict",
      text`An organization has at most ${MOST_OVERRIDES} overrides. Remove one first.`,
    );
  }
  const made = await queryRow(tx, IdRow)`
    insert into on_call_overrides (organization_id, user_id, first_on, last_on)
    values (${organizationId}, ${user_id}, ${first_on}::date, ${last_on}::date) returning id`;
  await audit(tx, who, {
    action: "on-call.override",
    organizationId,
    objectType: "organization",
    objectId: organizationId,
    after: { id: made?.id, user_id, first_on, last_on },
  });
}

/** Ends an override: from then on it is the week's person again. @throws ProblemError not_found */
export async function removeOverride({ scope, tx, who, organizationId }: Editor, id: number): Promise<void> {
  checkOrganizationInScope(scope, organizationId);
  const before = await queryRow(tx, OverrideRow)`
    delete from on_call_overrides where organization_id = ${organizationId} and id = ${id}
    returning id, user_id, first_on::text as first_on, last_on::text as last_on`;
  if (before === undefined) throw notThere("override");
  await audit(tx, who, {
    action: "on-call.end_override",
    organizationId,
    objectType: "organization",
    objectId: organizationId,
    before,
  });
}
