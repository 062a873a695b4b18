import { sql } from "kysely";
import { z } from "zod";
import type { VendorContact } from "../../contract/leaks/vendor-links.ts";
import type { NoticeKind } from "../../contract/notifications/notice-kinds.ts";
import type { RouteStep } from "../../contract/notifications/routes.ts";
import type { Connections, Transactional } from "../database/connect.ts";
import { lock } from "../database/locks.ts";
import { IdRow, queryRow, queryRows } from "../database/query-rows.ts";
import { readerOf } from "../language/reader.ts";
import { assignVendor } from "../leaks-api/cases/assign-vendor.ts";
import type { Clock } from "../time/clock.ts";
import { HOUR_MS } from "../time/durations.ts";
import { addMessages, type Wanted } from "./add-message.ts";
import { type Notice, OutboxRow, readNotices } from "./notice.ts";
import { type ReachDeps, type Recipient, recipientsOf, waysTo } from "./recipients.ts";
import { whoIsOnCall } from "./routes/on-call-weeks.ts";
import { Steps } from "./routes/routes.ts";
import { stepsToTake } from "./steps.ts";

/** Cases of a property whose steps are taken in one transaction. */
const AT_ONCE = 200;

export interface StepDeps extends ReachDeps {
  clock: Clock;
}

const PropertyRow = z.object({ property_id: z.int() });
const OwnerRow = z.object({ organization_id: z.int().nullable(), organization_name: z.string().nullable() });
const RouteRow = z.object({
  id: z.int(),
  name: z.string(),
  kinds: z.array(z.string()),
  least_dollars_per_day: z.number(),
  ignores_quiet_hours: z.boolean(),
  steps: Steps,
  changed_at: z.date(),
});
type Route = z.output<typeof RouteRow>;
const DueRow = OutboxRow.extend({ opened_at: z.date(), route_id: z.int(), taken: z.array(z.int()) });

/** A property's routes, and the people whom they may reach. */
interface Routing {
  organizationId: number;
  organizationName: string;
  routes: readonly Route[];
  recipients: ReadonlyMap<number, Recipient>;
  onCall: number | null;
}

/**
 * Takes the steps of routes that are due: those of cases that nobody acknowledged, dealt with or snoozed. As they are found
 * from what is stored, a step that was due while no server ran is taken late, and by one of several servers.
 */
export async function escalate(deps: StepDeps, isStopped: () => boolean = () => false): Promise<void> {
  const waiting = await queryRows(deps.connections.worker, PropertyRow)`
    select distinct opened.property_id ${dueCases(deps.clock())} order by opened.property_id limit 1000`;
  const errors: unknown[] = [];
  for (const { property_id } of waiting) {
    try {
      while (!isStopped()) {
        const count = await deps.connections.worker.transaction().execute((tx) => takeSteps(tx, deps, property_id));
        if (count < AT_ONCE) break;
      }
    } catch (error) {
      // One property that fails must not keep the others from their steps.
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Takes the steps that are due of a property's cases. @returns of how many cases */
export async function takeSteps(tx: Transactional, deps: StepDeps, propertyId: number): Promise<number> {
  const { connections, clock } = deps;
  const now = clock();
  const due = await queryRows(tx, DueRow)`
    select opened.property_id, opened.id, opened.kind, opened.case_id, opened.alert_id, ${openedAt} as opened_at,
      route.id as route_id,
      (select coalesce(jsonb_agg(taken.after_hours), '[]') from route_steps taken
        where taken.property_id = opened.property_id and taken.case_id = opened.case_id and taken.route_id = route.id) as taken
    ${dueCases(now)} and opened.property_id = ${propertyId}
    order by opened.id, route.id limit ${AT_ONCE} for update of opened skip locked`;
  if (due.length === 0) return 0;
  const routing = await routingOf(tx, deps, propertyId, now);
  if (routing === null) return 0;
  const english = readerOf({ language: "en", measure: "gallon" });
  const rows = [...new Map(due.map((row) => [row.id, row])).values()];
  const notices = await readNotices(connections, propertyId, rows, english, clock, "list");
  const wanted = new Map<Recipient, Map<number, RoutedNotice>>();
  const assigned = new Set<number>();
  for (const { id, case_id, route_id, opened_at, taken } of due) {
    const route = routing.routes.find((one) => one.id === route_id);
    const notice = notices.find(({ outboxId }) => outboxId === id);
    // Somebody acknowledged it, or its alert was closed, just now.
    if (route === undefined || notice?.canAcknowledge === false || notice?.isCurrent === false) continue;
    const progress = { openedAt: opened_at.getTime(), changedAt: route.changed_at.getTime(), now, taken };
    const steps = stepsToTake(route.steps, progress, (step) => audienceOf(step, routing).length > 0);
    for (const step of steps) {
      if (!(await claimStep(tx, propertyId, case_id ?? 0, route, step, now))) continue;
      if (notice === undefined || !isCostly(notice, route)) continue;
      if (step.vendor !== undefined) {
        // If two routes end with vendors, only the first assigns the case.
        if (!assigned.has(id)) {
          const assigning = { propertyId, caseId: case_id ?? 0, route, vendor: step.vendor };
          await assignByRoute(tx, deps, routing, assigning);
        }
        assigned.add(id);
        continue;
      }
      const unacknowledgedHours = Math.floor((now - opened_at.getTime()) / HOUR_MS);
      addTo(wanted, audienceOf(step, routing), { notice, route, unacknowledgedHours });
    }
  }
  await addRouted(tx, routing, wanted, now);
  return due.length;
}

/** Adds the messages that routes make of what is no new case: the first step that reaches somebody sends it. */
export async function addRouteMessages(
  tx: Transactional,
  deps: StepDeps,
  propertyId: number,
  notices: readonly Notice[],
): Promise<void> {
  const later = notices.filter(({ kind }) => kind !== "case opened");
  if (later.length === 0) return;
  const now = deps.clock();
  const routing = await routingOf(tx, deps, propertyId, now);
  const wanted = new Map<Recipient, Map<number, RoutedNotice>>();
  for (const route of routing?.routes ?? []) {
    const audience = route.steps
      .map((step) => (routing ? audienceOf(step, routing) : []))
      .find((one) => one.length > 0);
    for (const notice of later) {
      if (!sends(route, notice.kind) || !isCostly(notice, route)) continue;
      // Who reported a fix need not be notified of it.
      const others = (audience ?? []).filter(({ email }) => email !== notice.reportedBy);
      addTo(wanted, others, { notice, route, unacknowledgedHours: null });
    }
  }
  if (routing !== null) await addRouted(tx, routing, wanted, now);
}

interface RoutedNotice {
  notice: Notice;
  route: Route;
  unacknowledgedHours: number | null;
}

/** By recipient and what it is about; of two routes that which ignores quiet hours counts. */
type RoutedNotices = Map<Recipient, Map<number, RoutedNotice>>;

function addTo(wanted: RoutedNotices, audience: readonly Recipient[], one: RoutedNotice): void {
  for (const recipient of audience) {
    const own = wanted.get(recipient) ?? new Map<number, RoutedNotice>();
    const known = own.get(one.notice.outboxId);
    if (known === undefined || one.route.ignores_quiet_hours) own.set(one.notice.outboxId, one);
    wanted.set(recipient, own);
  }
}

/** What a route sends is sent at once, but for the recipient's quiet hours. */
async function addRouted(
  tx: Transactional,
  { organizationId }: Routing,
  wanted: RoutedNotices,
  now: number,
): Promise<void> {
  for (const [recipient, own] of wanted) {
    for (const [ignoresQuietHours, some] of Map.groupBy(own.values(), ({ route }) => route.ignores_quiet_hours)) {
      const quiet_hours = ignoresQuietHours ? null : recipient.settings.quiet_hours;
      const mail = recipient.settings.mail === "off" ? "off" : "at_once";
      const settings = { ...recipient.settings, mail, quiet_hours } as const;
      const messages = some.map(
        ({ notice, unacknowledgedHours }): Wanted => ({ notice, byRoute: { unacknowledgedHours } }),
      );
      await addMessages(tx, organizationId, { ...recipient, settings }, messages, now);
    }
  }
}

/** The property's routes, and the people whom they may reach now; null: it has no routes. */
async function routingOf(tx: Transactional, deps: StepDeps, propertyId: number, now: number): Promise<Routing | null> {
  const owner = await queryRow(tx, OwnerRow)`
    select organization_id, organizations.name as organization_name
    from properties left join organizations on organizations.id = properties.organization_id
    where properties.id = ${propertyId}`;
  const organizationId = owner?.organization_id ?? null;
  if (organizationId === null) return null;
  const routes = await queryRows(tx, RouteRow)`
    select id, name, kinds, least_cents_per_day / 100::float8 as least_dollars_per_day, ignores_quiet_hours, steps, changed_at
    from notification_routes
    where organization_id = ${organizationId} and (property_ids is null or ${propertyId}::bigint = any(property_ids))
    order by id`;
  if (routes.length === 0) return null;
  // Who receives nothing has chosen so, also by a link of a mail.
  const people = (await recipientsOf(deps, propertyId)).filter((one) => waysTo(one).length > 0);
  return {
    organizationId,
    organizationName: owner?.organization_name ?? "",
    routes,
    recipients: new Map(people.map((one) => [one.userId, one])),
    onCall: await whoIsOnCall(tx, organizationId, now),
  };
}

/** Whom a step reaches now. */
function audienceOf({ user_ids, on_call }: RouteStep, { recipients, onCall }: Routing): Recipient[] {
  const ids = new Set(on_call && onCall !== null ? [...user_ids, onCall] : user_ids);
  return [...ids].flatMap((id) => recipients.get(id) ?? []);
}

function sends({ kinds }: Route, kind: NoticeKind): boolean {
  return kinds.includes(kind);
}

function isCostly({ dollarsPerDay }: Notice, { least_dollars_per_day }: Route): boolean {
  return dollarsPerDay === null || dollarsPerDay >= least_dollars_per_day;
}

/** Assigns a case to the vendor of a step, in the name of the organization. */
async function assignByRoute(
  tx: Transactional,
  { connections: { accounts }, clock, secret }: StepDeps,
  { organizationId, organizationName }: Routing,
  { propertyId, caseId, route, vendor }: { propertyId: number; caseId: number; route: Route; vendor: VendorContact },
): Promise<void> {
  await lock(tx, "propertyFigures", propertyId);
  // Somebody may have dealt with it while this waited for the lock.
  const still = await queryRow(tx, IdRow)`
    select one.id from leak_cases one join properties on properties.id = one.property_id
    where one.property_id = ${propertyId} and one.id = ${caseId} and one.state = 'open' and one.over_at is null
      and (one.snoozed_until is null
        or one.snoozed_until <= (${new Date(clock())}::timestamptz at time zone properties.time_zone)::date)`;
  if (still === undefined) return;
  const scope = { organizationIds: [organizationId], propertyIds: [propertyId] };
  const who = { userId: null, email: `${organizationName} (${route.name})`, requestId: "", at: clock() };
  const wanted = { ...vendor, id: caseId, note: "" };
  // No idempotency key: each step runs once per case.
  await assignVendor({ accounts, sessionSecret: secret }, scope, tx, who, wanted, undefined, clock);
}

/** Each step is taken once for a case. @returns whether another server was not faster */
async function claimStep(
  tx: Transactional,
  propertyId: number,
  caseId: number,
  route: Route,
  { after_hours }: RouteStep,
  now: number,
): Promise<boolean> {
  const made = await sql`
    insert into route_steps (property_id, case_id, route_id, after_hours, taken_at)
    values (${propertyId}, ${caseId}, ${route.id}, ${after_hours}, ${new Date(now)})
    on conflict do nothing returning route_id`.execute(tx);
  return made.rows.length > 0;
}

/** SQL: when a case was opened, or its property came to its organization or from the archive; hours are counted from then on. */
const openedAt = sql`greatest(opened.created_at, properties.assigned_at)`;

/** SQL, `from` and `where`: new cases that nobody acknowledged, as `opened`, with the routes of which a step is due. */
function dueCases(now: number) {
  const at = new Date(now);
  return sql`
    from outbox opened
    join leak_cases one on one.property_id = opened.property_id and one.id = opened.case_id
    join properties on properties.id = opened.property_id and properties.archived_at is null
    join notification_routes route on route.organization_id = properties.organization_id
      and (route.property_ids is null or properties.id = any(route.property_ids))
    where opened.kind = 'case opened' and opened.dispatched_at is not null and 'case opened' = any(route.kinds)
      and one.state = 'open' and one.over_at is null
      and exists (
        select from alerts
        where alerts.property_id = opened.property_id and alerts.id = opened.alert_id and alerts.closed_at is null)
      and (one.snoozed_until is null or one.snoozed_until <= (${at}::timestamptz at time zone properties.time_zone)::date)
      and exists (
        select from jsonb_to_recordset(route.steps) as step (after_hours int)
        where ${openedAt} + step.after_hours * interval '1 hour' <= ${at}::timestamptz
          and ${openedAt} + step.after_hours * interval '1 hour' >= route.changed_at
          and not exists (
            select from route_steps taken
            where taken.property_id = opened.property_id and taken.case_id = opened.case_id
              and taken.route_id = route.id and taken.after_hours = step.after_hours))`;
}

const TakenCareRow = z.object({ is_over: z.boolean().nullable() });

/** Whether a message is only of new cases that a route sent and that somebody acknowledged meanwhile. */
export async function isTakenCareOf({ worker }: Pick<Connections, "worker">, messageId: string): Promise<boolean> {
  const found = await queryRow(worker, TakenCareRow)`
    select bool_and(content.unacknowledged_hours is not null and one.state is distinct from 'open') as is_over
    from message_contents content
    left join leak_cases one on one.property_id = content.property_id and one.id = content.case_id
    where content.message_id = ${messageId}`;
  return found?.is_over === true;
}

const ContentRow = z.object({ property_id: z.int(), outbox_id: z.int() });

/**
 * Of what a message to a person is about, what routes send them, each as "property_id outbox_id". Of what is no new case it is
 * not recorded; the routes of today decide.
 */
export async function sentByRoutes({ worker }: Pick<Connections, "worker">, messageId: string): Promise<string[]> {
  const found = await queryRows(worker, ContentRow)`
    select content.property_id, content.outbox_id
    from messages message
    join message_contents content on content.message_id = message.id
    join outbox entry on entry.property_id = content.property_id and entry.id = content.outbox_id
    where message.id = ${messageId} and (content.unacknowledged_hours is not null or exists (
      select from notification_routes route
      where route.organization_id = message.organization_id and entry.kind = any(route.kinds)
        and (route.property_ids is null or content.property_id = any(route.property_ids))
        and jsonb_path_exists(route.steps, '$[*] ? (@.on_call == true || @.user_ids[*] == $user)',
          jsonb_build_object('user', message.user_id))))`;
  return found.map(({ property_id, outbox_id }) => `${property_id} ${outbox_id}`);
}
