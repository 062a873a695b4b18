import { sql } from "kysely";
import { z } from "zod";
import { vendorContact } from "../../../contract/leaks/vendor-links.ts";
import { noticeKinds } from "../../../contract/notifications/notice-kinds.ts";
import type { NewRoute, NotificationRoute } from "../../../contract/notifications/routes.ts";
import { type Actor, audit } from "../../audit/audit.ts";
import type { Connections, Transactional } from "../../database/connect.ts";
import { CountRow, IdRow, queryRow, queryRows } from "../../database/query-rows.ts";
import { rejectUnexpected } from "../../problem/as-expected.ts";
import { notThere, ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { checkOrganizationInScope } from "../../query/organization-in-scope.ts";
import type { PageParams } from "../../query/page.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { withHiddenProperties } from "../../webhooks/with-hidden-properties.ts";
import { whoIsOnCall } from "./on-call-weeks.ts";
import { checkMembers, membersOf } from "./people.ts";

const MOST_ROUTES = 50;

export const Steps = z.array(
  z.object({
    after_hours: z.int(),
    user_ids: z.array(z.int()),
    on_call: z.boolean(),
    vendor: vendorContact.optional(),
  }),
);
const Row = z.object({
  id: z.int(),
  name: z.string(),
  property_ids: z.array(z.int()).nullable(),
  kinds: z.array(z.enum(noticeKinds)),
  least_dollars_per_day: z.number(),
  ignores_quiet_hours: z.boolean(),
  steps: Steps,
  version: z.int(),
});
type Row = z.output<typeof Row>;

/** Who changes routes of which organization. */
export interface RouteEditor {
  connections: Pick<Connections, "accounts">;
  scope: RequestScope;
  tx: Transactional;
  who: Actor;
  organizationId: number;
}

/** A page of the routes of an organization, by name. @throws ProblemError not_found */
export async function listRoutes(
  { connections, scope, tx, organizationId }: Omit<RouteEditor, "who">,
  { page, page_size }: PageParams,
): Promise<{ count: number; rows: NotificationRoute[] }> {
  checkOrganizationInScope(scope, organizationId);
  const total = await queryRow(tx, CountRow)`
    select count(*) as count from notification_routes where organization_id = ${organizationId}`;
  const found = await queryRows(tx, Row)`
    ${columns} where route.organization_id = ${organizationId}
    order by lower(route.name), route.id limit ${page_size} offset ${(page - 1) * page_size}`;
  const rows: NotificationRoute[] = [];
  for (const row of found) rows.push(await withPeople(connections, organizationId, row));
  return { count: total?.count ?? 0, rows };
}

/** Adds a route, with an audit log entry. @throws ProblemError not_found; conflict; invalid_fields as checkRoute */
export async function addRoute(editor: RouteEditor, wanted: NewRoute): Promise<NotificationRoute> {
  const { connections, scope, tx, who, organizationId } = editor;
  checkOrganizationInScope(scope, organizationId);
  await sql`select id from organizations where id = ${organizationId} for no key update`.execute(tx);
  const total = await queryRow(tx, CountRow)`
    select count(*) as count from notification_routes where organization_id = ${organizationId}`;
  if ((total?.count ?? 0) >= MOST_ROUTES) {
    throw new ProblemError("conflict", text`An organization has at most ${MOST_ROUTES} routes. Delete one first.`);
  }
  await checkRoute(editor, wanted);
  const made = await queryRow(tx, IdRow)`
    insert into notification_routes (organization_id, name, property_ids, kinds, least_cents_per_day,
      ignores_quiet_hours, steps, changed_at)
    values (${organizationId}, ${wanted.name}, ${wanted.property_ids}::bigint[], ${wanted.kinds}::text[],
      ${centsOf(wanted)}, ${wanted.ignores_quiet_hours}, ${JSON.stringify(wanted.steps)}::jsonb, ${new Date(who.at)})
    returning id`;
  const row = await readRow(editor, made?.id ?? 0);
  await audit(tx, who, {
    action: "notification-route.create",
    ...objectOf(organizationId, row.id),
    after: onRecord(row),
  });
  return withPeople(connections, organizationId, row);
}

/** Changes a route, with an audit log entry. @throws ProblemError not_found; changed_meanwhile; invalid_fields as checkRoute */
export async function changeRoute(
  editor: RouteEditor,
  id: number,
  { expected, ...wanted }: NewRoute & { expected?: { version: number } | undefined },
): Promise<NotificationRoute> {
  const { connections, scope, tx, who, organizationId } = editor;
  checkOrganizationInScope(scope, organizationId);
  await sql`select id from notification_routes where id = ${id} and organization_id = ${organizationId} for update`.execute(
    tx,
  );
  const before = await readRow(editor, id);
  rejectUnexpected("notification route", expected, { version: before.version });
  await checkRoute(editor, wanted);
  await sql`
    update notification_routes set name = ${wanted.name},
      property_ids = ${withHiddenProperties(organizationId, wanted.property_ids)},
      kinds = ${wanted.kinds}::text[], least_cents_per_day = ${centsOf(wanted)},
      ignores_quiet_hours = ${wanted.ignores_quiet_hours}, steps = ${JSON.stringify(wanted.steps)}::jsonb,
      version = version + 1, changed_at = ${new Date(who.at)}
    where id = ${id} and organization_id = ${organizationId}`.execute(tx);
  const row = await readRow(editor, id);
  await audit(tx, who, {
    action: "notification-route.change",
    ...objectOf(organizationId, id),
    before: onRecord(before),
    after: onRecord(row),
  });
  return withPeople(connections, organizationId, row);
}

/** Deletes a route, with an audit log entry. @throws ProblemError not_found */
export async function deleteRoute(editor: RouteEditor, id: number): Promise<NotificationRoute> {
  const { connections, scope, tx, who, organizationId } = editor;
  checkOrganizationInScope(scope, organizationId);
  const row = await readRow(editor, id);
  await sql`delete from notification_routes where id = ${id} and organization_id = ${organizationId}`.execute(tx);
  await audit(tx, who, { action: "notification-route.delete", ...objectOf(organizationId, id), before: onRecord(row) });
  return withPeople(connections, organizationId, row);
}

/**
 * @throws ProblemError invalid_fields for a property that is unknown or archived, for who is no member or may see none of
 * the properties, and for a step of who is on call where nobody is
 */
async function checkRoute(editor: RouteEditor, { property_ids, steps }: NewRoute): Promise<void> {
  const { connections, tx, who, organizationId } = editor;
  if (property_ids !== null) await checkProperties(editor, property_ids);
  const userIds = [...new Set(steps.flatMap(({ user_ids }) => user_ids))];
  await checkMembers(connections, "steps", organizationId, userIds, property_ids);
  if (steps.some(({ on_call }) => on_call) && (await whoIsOnCall(tx, organizationId, who.at)) === null) {
    throw wrongField("steps", text`Nobody is on call yet. Set the on-call week first, or choose people.`);
  }
}

async function checkProperties({ connections, organizationId }: RouteEditor, ids: readonly number[]): Promise<void> {
  const found = await queryRows(connections.accounts, IdRow)`
    select id from properties
    where organization_id = ${organizationId} and id = any(${ids}::bigint[]) and archived_at is null`;
  const own = new Set(found.map(({ id }) => id));
  const others = ids.filter((id) => !own.has(id));
  if (others.length > 0) {
    throw wrongField("property_ids", text`The organization has no property ${others.slice(0, 10).join(", ")}.`);
  }
}

const columns = sql`
  select route.id, route.name, case when route.property_ids is not null then (
      select coalesce(jsonb_agg(properties.id order by properties.id), '[]') from properties
      where properties.id = any(route.property_ids) and properties.organization_id = route.organization_id
        and properties.archived_at is null) end as property_ids,
    route.kinds, route.least_cents_per_day / 100::float8 as least_dollars_per_day, route.ignores_quiet_hours, route.steps,
    route.version
  from notification_routes route`;

async function readRow({ tx, organizationId }: Pick<RouteEditor, "tx" | "organizationId">, id: number): Promise<Row> {
  const row = await queryRow(tx, Row)`
    ${columns} where route.organization_id = ${organizationId} and route.id = ${id}`;
  if (row === undefined) throw notThere("notification route");
  return row;
}

async function withPeople(
  connections: Pick<Connections, "accounts">,
  organizationId: number,
  row: Row,
): Promise<NotificationRoute> {
  const userIds = [...new Set(row.steps.flatMap(({ user_ids }) => user_ids))];
  return { ...row, people: await membersOf(connections, organizationId, userIds, row.property_ids) };
}

function centsOf({ least_dollars_per_day }: NewRoute): number {
  return Math.round(least_dollars_per_day * 100);
}

function objectOf(organizationId: number, id: number) {
  return { organizationId, objectType: "notification-route", objectId: id };
}

/** What the audit log keeps of a route. */
function onRecord({ id: _id, version: _version, ...values }: Row) {
  return values;
}
