import { sql } from "kysely";
import { newWebhookSecret } from "../../server/outgoing/webhook-signature.ts";
import { encrypt } from "../../server/secrets/encrypt.ts";
import { openActors, type Person } from "./actors.ts";
import { addImport, liveThrough } from "./history.ts";
import { malformedPlace, type Place, unknownPlace } from "./place.ts";
import { NOW, SECRET, type Site, startSession } from "./site.ts";
import {
  addTenant,
  addTenantProperty,
  type Canary,
  idOf,
  type LivingPlace,
  numberFrom,
  type TenantProperty,
} from "./tenant.ts";

/** Two tenants: the first with a property, a second one and an archived one; the other with one. */
export interface World {
  home: LivingPlace;
  unassigned: LivingPlace;
  archived: LivingPlace;
  foreign: LivingPlace;
  /** All five kinds of object that calls are made about, and the archived property. */
  places: readonly Place[];
  /** Marks of the organizations themselves, by id. */
  organizationMarkers: ReadonlyMap<number, string>;
  people: readonly Person[];
}

const canaries = {
  home: { marker: "Osprey", volume: 1009, firstId: 12_000_000 },
  unassigned: { marker: "Heron", volume: 1013, firstId: 13_000_000 },
  archived: { marker: "Bittern", volume: 1021, firstId: 14_000_000 },
  foreign: { marker: "Kestrel", volume: 1019, firstId: 22_000_000 },
} satisfies Record<string, Canary>;

/** Fills an empty, migrated database. */
export async function makeWorld(site: Site): Promise<World> {
  const { connections } = site;
  await numberFrom(connections, 41_000_000);
  const staff = await addUser(site, "Condor", null);
  await sql`update users set staff_role = 'IONAdmin', staff_permissions = array['reporting.view_asset_data_report',
    'reporting.view_property_data_report'] where id = ${staff}`.execute(connections.accounts);
  const admin = (await startSession(connections, staff)).cookie;
  const ours = await addTenant(connections, "Avocet", 11_000_000);
  const theirs = await addTenant(connections, "Buzzard", 21_000_000);
  const live = async (title: string, organizationId: number, canary: Canary): Promise<LivingPlace> => {
    const tenant = await addTenantProperty(connections, organizationId, canary);
    const history = await liveThrough(site, tenant, canary, admin);
    return placeOf(site, title, tenant, organizationId === ours ? "Avocet" : "Buzzard", canary, history);
  };
  const home = await live("own", ours, canaries.home);
  const unassigned = await live("same organization, not assigned", ours, canaries.unassigned);
  const archived = await live("archived", ours, canaries.archived);
  const foreign = await live("another organization", theirs, canaries.foreign);
  await sql`update properties set archived_at = ${new Date(NOW)} where id = ${archived.propertyId}`.execute(
    connections.worker,
  );
  await numberFrom(connections, 42_000_000);
  const living = { home, unassigned, archived: { ...archived, isArchived: true }, foreign };
  return {
    ...living,
    places: [home, unassigned, living.archived, foreign, unknownPlace, malformedPlace],
    organizationMarkers: new Map([
      [ours, "Avocet"],
      [theirs, "Buzzard"],
    ]),
    people: await openActors(site, staff, living),
  };
}

/** Whether something is at a place. */
export function isLiving(place: Place): place is LivingPlace {
  return "canary" in place;
}

/** Puts properties back where the world has them, whatever a call did with them. */
export async function settle({ connections }: Site, world: World): Promise<void> {
  for (const { propertyId, organizationId, isArchived } of world.places.filter(isLiving)) {
    await sql`update properties set organization_id = ${organizationId}, archived_at = ${isArchived ? new Date(NOW) : null}
      where id = ${propertyId} and (organization_id is distinct from ${organizationId}
        or (archived_at is null) = ${isArchived})`.execute(connections.worker);
  }
}

export async function addUser({ connections }: Site, marker: string, organizationId: number | null): Promise<number> {
  const user = await sql<{ id: number }>`
    insert into users (email, name, first_name, last_name)
    values (${`${marker}-${crypto.randomUUID()}@${marker}.example`.toLowerCase()}, ${`${marker} ${marker}`}, ${marker}, ${marker})
    returning id`.execute(connections.accounts);
  const id = user.rows[0]?.id ?? 0;
  if (organizationId !== null) {
    await sql`insert into memberships (user_id, organization_id, role, permissions) values (${id}, ${organizationId},
      'organization member', array['reporting.view_property_data_report'])`.execute(connections.accounts);
  }
  return id;
}

async function addStaff(site: Site, marker: string, organizationId: number): Promise<number> {
  const id = await addUser(site, marker, null);
  await sql`update users set staff_role = 'ION staff', staff_permissions = array['reporting.view_asset_data_report']
    where id = ${id}`.execute(site.connections.accounts);
  await sql`insert into staff_organizations (user_id, organization_id) values (${id}, ${organizationId})`.execute(
    site.connections.accounts,
  );
  return id;
}

async function placeOf(
  site: Site,
  title: string,
  tenant: TenantProperty,
  marker: string,
  canary: Canary,
  history: Awaited<ReturnType<typeof liveThrough>>,
): Promise<LivingPlace> {
  // Users and keys belong to the organization, in words and numbers.
  await numberFrom(site.connections, tenant.organizationId + canary.firstId / 1000);
  const user = await addUser(site, marker, tenant.organizationId);
  await sql`insert into membership_properties (user_id, organization_id, property_id)
    values (${user}, ${tenant.organizationId}, ${tenant.propertyId})`.execute(site.connections.accounts);
  const staffUser = await addStaff(site, marker, tenant.organizationId);
  const names = {
    organization: tenant.organizationId,
    property: tenant.propertyId,
    building: tenant.buildingId,
    unit: tenant.unitId,
    point: tenant.pointId,
    meterId: tenant.meterId,
    meter: tenant.meter,
    gateway: tenant.gateway,
    repair: history.repairId,
    import: history.importId,
    leakRepair: history.leakRepairId,
    leakCase: history.leakCaseId,
    caseEvent: history.caseEventId,
    alert: history.alertId,
    photo: history.photoId,
    message: history.messageId,
    quarantined: `h${history.quarantinedId}`,
    rejected: history.rejectedId,
    user,
    staffUser,
    apiKey: await addApiKey(site, tenant.organizationId, marker, user),
    webhook: await addWebhook(site, tenant.organizationId, marker),
    route: await addRoute(site, tenant.organizationId, marker, user),
    gatewayToken: tenant.gatewayTokenId,
    subscription: await addSubscription(site, tenant.organizationId, user),
    session: (await startSession(site.connections, user)).id,
    ownSubscription: await addSubscription(site, tenant.organizationId, user),
    browser: await addBrowser(site, user),
    override: await addOverride(site, tenant.organizationId, user),
  };
  const { organizationId, propertyId, token: gatewayToken } = tenant;
  return { title, names, canary, organizationId, propertyId, gatewayToken, isArchived: false };
}

async function addApiKey({ connections }: Site, organizationId: number, marker: string, user: number): Promise<number> {
  const made = await sql<{ id: number }>`
    insert into api_keys (organization_id, name, key_hash, prefix, created_by, created_at)
    values (${organizationId}, ${`${marker} key`}, decode(md5(random()::text), 'hex'), ${`dlk_${marker}`}, ${user},
      ${new Date(NOW)}) returning id`.execute(connections.accounts);
  return made.rows[0]?.id ?? 0;
}

async function addWebhook({ connections }: Site, organizationId: number, marker: string): Promise<number> {
  const made = await sql<{ id: number }>`
    insert into webhooks (organization_id, type, name, address, secret, kinds, created_by, created_at)
    values (${organizationId}, 'webhook', ${`${marker} webhook`}, ${`https://127.0.0.1/${marker}`},
      ${encrypt(newWebhookSecret(), SECRET, "webhooks")}, '{leak_case.opened}', ${`${marker}@people.example`},
      ${new Date(NOW)}) returning id`.execute(connections.owner);
  return made.rows[0]?.id ?? 0;
}

async function addRoute({ connections }: Site, organizationId: number, marker: string, user: number): Promise<number> {
  const steps = [{ after_hours: 0, user_ids: [user], on_call: false }];
  const made = await sql<{ id: number }>`
    insert into notification_routes (organization_id, name, kinds, least_cents_per_day, ignores_quiet_hours, steps,
      changed_at)
    values (${organizationId}, ${`${marker} route`}, array['case opened'], 0, false, ${JSON.stringify(steps)}::jsonb,
      ${new Date(NOW)}) returning id`.execute(connections.owner);
  return made.rows[0]?.id ?? 0;
}

/** One in place of that which was made before it: an organization has at most 50. */
async function addFreshRoute(site: Site, organizationId: number, marker: string, user: number): Promise<number> {
  await sql`delete from notification_routes where name = ${`${marker} fresh route`}`.execute(site.connections.owner);
  return addRoute(site, organizationId, `${marker} fresh`, user);
}

/** A report by mail that somebody receives in ten years. */
async function addSubscription({ connections }: Site, organizationId: number, user: number): Promise<number> {
  const made = await sql<{ id: number }>`
    with one as (
      insert into report_subscriptions (organization_id, kind, days, rule, time_zone, wait_hours, language, measure,
        created_by, created_at, next_at)
      select ${organizationId}, 'leak list', 'last_7_days', 'FREQ=YEARLY', 'UTC', 0, 'en', 'gallon', email,
        ${new Date(NOW)}::timestamptz, ${new Date(NOW)}::timestamptz + interval '10 years'
      from users where id = ${user} returning id)
    insert into report_recipients (subscription_id, user_id) select id, ${user}::bigint from one
    returning subscription_id as id`.execute(connections.accounts);
  return made.rows[0]?.id ?? 0;
}

async function addBrowser({ connections }: Site, user: number): Promise<number> {
  const made = await sql<{ id: number }>`
    insert into push_subscriptions (user_id, endpoint, p256dh, auth, server_key, user_agent, created_at)
    values (${user}, ${`https://push.example.com/${crypto.randomUUID()}`}, '', '', '', 'A browser', ${new Date(NOW)})
    returning id`.execute(connections.accounts);
  return made.rows[0]?.id ?? 0;
}

/** Lets somebody take turns. */
export async function setWeeks({ connections }: Pick<Site, "connections">, organizationId: number, user: number) {
  await sql`
    insert into on_call_weeks (organization_id, user_ids, first_week_on, starts_at, time_zone)
    values (${organizationId}, array[${user}]::bigint[], '2026-06-01', '09:00', 'America/Chicago')
    on conflict (organization_id) do update set user_ids = excluded.user_ids`.execute(connections.owner);
}

/** Somebody on call for a day, which is over: others can be put on call on the same days. */
async function addOverride({ connections }: Site, organizationId: number, user: number): Promise<number> {
  const made = await sql<{ id: number }>`
    insert into on_call_overrides (organization_id, user_id, first_on, last_on)
    values (${organizationId}, ${user}, '2020-01-01', '2020-01-01') returning id`.execute(connections.owner);
  return made.rows[0]?.id ?? 0;
}

/** Things that a call removes are made again for each time that it is to succeed. */
export async function freshNames(
  site: Site,
  world: World,
  place: LivingPlace,
  person: Person,
): Promise<Place["names"]> {
  const { connections } = site;
  const { marker } = place.canary;
  const { propertyId, organizationId } = place;
  const id = (query: Parameters<typeof idOf>[1]) => idOf(connections, query);
  const building = await id(sql`insert into buildings (property_id, name)
    values (${propertyId}, ${`${marker} ${crypto.randomUUID()}`}) returning id`);
  const organizationMarker = world.organizationMarkers.get(organizationId) ?? "";
  const user = await addUser(site, organizationMarker, organizationId);
  return {
    ...place.names,
    building,
    unit: await id(sql`insert into units (property_id, building_id, name)
      values (${propertyId}, ${place.names.building}, ${`${marker} ${crypto.randomUUID()}`}) returning id`),
    meterId: await id(sql`insert into meters (property_id, serial_number)
      values (${propertyId}, ${`${marker}-${crypto.randomUUID()}`}) returning id`),
    import: await addImport(site, propertyId, marker, "waiting"),
    leakRepair: await id(sql`insert into leak_repairs (property_id, meter_id, repaired_at, made_by, made_at)
      select property_id, meter_id, repaired_at, made_by, made_at from leak_repairs
      where property_id = ${propertyId} and id = ${place.names.leakRepair} returning id`),
    caseEvent:
      await id(sql`insert into leak_case_events (property_id, place, cause, kind, at, about_at, made_by, made_at)
      select property_id, place, cause, 'note', at, about_at, made_by, made_at from leak_case_events
      where property_id = ${propertyId} and id = ${place.names.caseEvent} returning id`),
    user,
    staffUser: await addStaff(site, organizationMarker, organizationId),
    apiKey: await addApiKey(site, organizationId, organizationMarker, user),
    webhook: await addWebhook(site, organizationId, organizationMarker),
    route: await addFreshRoute(site, organizationId, organizationMarker, user),
    subscription: await addSubscription(site, organizationId, user),
    point: await id(sql`insert into meter_points (property_id, building_id, attached_to, label)
      values (${propertyId}, ${place.names.building}, 'Irrigation', ${crypto.randomUUID()}) returning id`),
    gatewayToken: await id(sql`insert into gateway_tokens (property_id, gateway_id, token_hash)
      select property_id, gateway_id, decode(md5(random()::text), 'hex') from gateway_tokens
      where id = ${place.names.gatewayToken} returning id`),
    session: person.userId === null ? place.names.session : (await startSession(connections, person.userId)).id,
    ownSubscription: await addSubscription(site, organizationId, person.userId ?? user),
    browser: await addBrowser(site, person.userId ?? user),
    override: await addOverride(site, organizationId, user),
  };
}
