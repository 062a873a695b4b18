import { sql } from "kysely";
import { homeReading } from "../../world/history.ts";
import { kindOf } from "../../world/parameters.ts";
import type { Names } from "../../world/place.ts";
import type { Request, Site } from "../../world/site.ts";
import { addUser, type World } from "../../world/world.ts";

/** A request that what is there stands in the way of: found out late, when something may have been written already. */
export interface Conflict {
  call: string;
  /** What stands in the way. */
  title: string;
  status: 404 | 409 | 422;
  /** Makes what stands in the way, as far as it is not there. */
  body?: (names: Names, site: Site, world: World) => Promise<object> | object;
  /** Names of things other than those at home. */
  names?: (site: Site, world: World) => Promise<Partial<Names>>;
  headers?: (world: World) => Record<string, string>;
}

const USERS = "/v1/admin/staff/organizations/users";
const OWN_USERS = "/v1/admin/external/organizations/{organization_id}/users";
const PLACES = "/v1/admin/staff/inventory/properties/{property_id}";
const PROPERTIES = "/v1/admin/staff/inventory/organizations/properties";
const permissions = ["reporting.view_property_data_report"];

/** The e-mail of somebody else. */
async function takenEmail({ connections }: Site, world: World): Promise<string> {
  const found = await sql<{ email: string }>`
    select email from users where id = ${world.people[0]?.userId ?? 0}`.execute(connections.accounts);
  return found.rows[0]?.email ?? "";
}

/** One of the staff who is in the organization, too. */
async function mixedUser(site: Site, world: World): Promise<number> {
  const id = await addUser(site, "mixed", world.home.organizationId);
  await sql`update users set staff_role = 'ION staff' where id = ${id}`.execute(site.connections.accounts);
  return id;
}

/** The only admin of an organization. */
async function lastAdmin(site: Site): Promise<{ user: number; organization: number }> {
  const made = await sql<{ id: number }>`insert into organizations (name) values (${`Lone ${crypto.randomUUID()}`})
    returning id`.execute(site.connections.worker);
  const organization = made.rows[0]?.id ?? 0;
  const user = await addUser(site, "lone", organization);
  await sql`update memberships set role = 'organization admin' where user_id = ${user}`.execute(
    site.connections.accounts,
  );
  return { user, organization };
}

/** A point at which a meter sits that never sent anything. */
async function idlePoint({ connections }: Site, { home }: World): Promise<{ point: number }> {
  const name = `idle-${crypto.randomUUID()}`;
  const made = await sql<{ id: number }>`
    with point as (insert into meter_points (property_id, building_id, attached_to, label)
        values (${home.propertyId}, ${home.names.building}, 'Irrigation', ${name}) returning id),
      meter as (insert into meters (property_id, serial_number) values (${home.propertyId}, ${name}) returning id)
    insert into meter_services (property_id, meter_id, point_id)
      select ${home.propertyId}, meter.id, point.id from meter, point returning point_id as id`.execute(
    connections.worker,
  );
  return { point: made.rows[0]?.id ?? 0 };
}

const ownAdmin = (world: World) => world.people.find(({ title }) => title === "admin of A");
const asOwnAdmin = (world: World) => ({ ...ownAdmin(world)?.headers });
const self = async (_site: Site, world: World) => ({
  user: world.people[0]?.userId ?? 0,
  staffUser: world.people[0]?.userId ?? 0,
});

const asUser = (names: Names) => ({ role: 4, permissions, assigned_properties: [names.property] });
const asExternal = (names: Names) => ({ ...asUser(names), organization_id: names.organization });
const asStaff = (names: Names) => ({ role: 2, permissions, assigned_organizations: [names.organization] });
const correct = (names: Names, volume: number) => ({
  kind: "correct",
  reason: "The walls are tried.",
  meter_serial_number: names.meter,
  hours: [{ hour: homeReading({ meter: names.meter }, { volume }).hour, gallons: volume / 1000 }],
});

/** By call, what the product finds in the way only once it is at work. */
export const conflicts: readonly Conflict[] = [
  {
    call: `POST ${USERS}/staff`,
    title: "a taken e-mail",
    status: 409,
    body: async (names, site, world) => ({ ...asStaff(names), email: await takenEmail(site, world) }),
  },
  {
    call: `POST ${USERS}/external`,
    title: "a taken e-mail",
    status: 409,
    body: async (names, site, world) => ({ ...asExternal(names), email: await takenEmail(site, world) }),
  },
  {
    call: `POST ${OWN_USERS}`,
    title: "a taken e-mail",
    status: 409,
    body: async (names, site, world) => ({ ...asUser(names), email: await takenEmail(site, world) }),
  },
  {
    call: `PATCH ${USERS}/staff/{id}`,
    title: "a taken e-mail",
    status: 409,
    body: async (_names, site, world) => ({ email: await takenEmail(site, world), role: 1 }),
  },
  {
    call: `PATCH ${USERS}/external/{id}`,
    title: "a taken e-mail",
    status: 409,
    body: async (_names, site, world) => ({ email: await takenEmail(site, world), role: 3 }),
  },
  {
    call: `PATCH ${OWN_USERS}/{user_id}`,
    title: "a taken e-mail",
    status: 409,
    body: async (_names, site, world) => ({ email: await takenEmail(site, world), role: 3 }),
  },
  ...[`PATCH ${USERS}/staff/{id}`, `PATCH ${USERS}/external/{id}`, `PATCH ${OWN_USERS}/{user_id}`].map(
    (call): Conflict => ({
      call,
      title: "two roles",
      status: 409,
      names: async (site, world) => {
        const id = await mixedUser(site, world);
        return { user: id, staffUser: id };
      },
      body: (names) => (call.includes("/staff/{id}") ? { assigned_organizations: [names.organization] } : { role: 3 }),
    }),
  ),
  {
    call: `POST ${USERS}/external/{id}/memberships`,
    title: "in it already",
    status: 409,
    body: asExternal,
  },
  { call: `DELETE ${USERS}/staff/{id}`, title: "oneself", status: 409, names: self },
  {
    call: `DELETE ${USERS}/external/{id}`,
    title: "the last admin",
    status: 409,
    names: lastAdmin,
  },
  {
    call: `DELETE ${OWN_USERS}/{user_id}`,
    title: "oneself",
    status: 409,
    names: async (_site, world) => ({ user: ownAdmin(world)?.userId ?? 0 }),
    headers: asOwnAdmin,
  },
  { call: `DELETE ${OWN_USERS}/{user_id}`, title: "the last admin", status: 409, names: lastAdmin },
  {
    call: `PATCH ${OWN_USERS}/{user_id}`,
    title: "the last admin",
    status: 409,
    names: lastAdmin,
    body: () => ({ role: 4 }),
  },
  {
    call: `POST ${PLACES}/buildings`,
    title: "a taken name",
    status: 422,
    body: (_names, _site, world) => ({ name: `${world.home.canary.marker} North` }),
  },
  {
    call: `POST ${PLACES}/units`,
    title: "a taken name",
    status: 422,
    body: (names, _site, world) => ({
      building_id: names.building,
      name: `${world.home.canary.marker} 1`,
      bedrooms: 1,
    }),
  },
  {
    call: `POST ${PLACES}/points`,
    title: "a second SPOE",
    status: 422,
    body: (names) => ({ building_id: names.building, unit_id: names.unit, attached_to: "SPOE", label: "another" }),
  },
  {
    call: `POST ${PLACES}/meters`,
    title: "a taken point, with a new gateway",
    status: 409,
    body: (names) => ({
      serial_number: "the-late-one",
      point_id: names.point,
      gateway_serial_number: "a-gateway-that-is-new",
    }),
  },
  {
    call: `POST ${PLACES}/meters`,
    title: "a taken serial number",
    status: 422,
    body: (names) => ({ serial_number: names.meter, point_id: names.point }),
  },
  {
    call: `PUT ${PLACES}/meters/{meter_id}/place`,
    title: "a taken point",
    status: 409,
    names: async ({ connections }, { home }) => {
      const made = await sql<{ id: number }>`insert into meters (property_id, serial_number)
        values (${home.propertyId}, ${`spare-${crypto.randomUUID()}`}) returning id`.execute(connections.worker);
      return { meterId: made.rows[0]?.id ?? 0 };
    },
    body: (names) => ({ point_id: names.point }),
  },
  { call: `DELETE ${PLACES}/buildings/{building_id}`, title: "units in it", status: 409 },
  { call: `DELETE ${PLACES}/units/{unit_id}`, title: "points in it", status: 409 },
  { call: `DELETE ${PLACES}/points/{point_id}`, title: "a meter with readings there", status: 409 },
  {
    call: `DELETE ${PLACES}/points/{point_id}`,
    title: "a meter without readings there",
    status: 409,
    names: idlePoint,
  },
  { call: `DELETE ${PLACES}/meters/{meter_id}`, title: "readings of it", status: 409 },
  {
    call: `POST ${PROPERTIES}/bulk-assign`,
    title: "one of two that does not exist",
    status: 404,
    body: (names) => ({ property_ids: [names.property, 999_000_001], organization_id: names.organization }),
  },
  {
    call: "PUT /v1/properties/{property_id}/leak-settings",
    title: "settings other than expected",
    status: 409,
    body: () => ({ preset: "find_more", expected_preset: "fewer_alarms" }),
  },
  {
    call: "PUT /v1/organizations/{id}/leak-settings",
    title: "another preset than expected",
    status: 409,
    body: () => ({ preset: "find_more", settings: {}, expected_preset: "fewer_alarms" }),
  },
  {
    call: "POST /v1/properties/{property_id}/repairs",
    title: "decided before, beside one that was not",
    status: 409,
    names: async ({ connections }, { home }) => {
      await sql`update quarantined_readings set decision = 'rejected', repair_id = ${home.names.repair}
        where property_id = ${home.propertyId} and id = ${Number(String(home.names.quarantined).slice(1))}`.execute(
        connections.worker,
      );
      return {};
    },
    body: (names) => ({ kind: "accept", reason: "The walls are tried.", quarantine_ids: [names.quarantined] }),
  },
  {
    call: "POST /v1/properties/{property_id}/repairs",
    title: "a meter that is not there",
    status: 422,
    body: (names) => ({ ...correct(names, 1000), meter_serial_number: "nonesuch" }),
  },
  {
    call: "POST /v1/properties/{property_id}/repairs/{repair_id}/undo",
    title: "undone before",
    status: 409,
    names: async ({ connections }, { home }) => {
      const made = await sql<{ id: number }>`
        insert into repairs (property_id, kind, reason, request, effect, made_by, made_at, undone_by, undone_at)
        select property_id, kind, reason, request, effect, made_by, made_at, 'somebody@people.example', made_at
        from repairs where property_id = ${home.propertyId} and id = ${home.names.repair} returning id`.execute(
        connections.worker,
      );
      return { repair: made.rows[0]?.id ?? 0 };
    },
    body: () => ({}),
  },
  { call: "DELETE /v1/properties/{property_id}/imports/{import_id}", title: "ended before", status: 409 },
  {
    call: "POST /v1/me/second-factor/confirm",
    title: "none begun",
    status: 409,
    body: () => ({ one_time_code: "123456" }),
  },
];

/** The request of a conflict, by an IONAdmin unless it says whom. */
export async function requestOf(conflict: Conflict, site: Site, world: World): Promise<Request> {
  const { call, names = async () => ({}), body } = conflict;
  const there: Names = { ...world.home.names, ...(await names(site, world)) };
  const method = METHODS.find((name) => call.startsWith(`${name} `)) ?? "POST";
  const path = call.slice(method.length + 1);
  const url = path.replaceAll(/\{(\w+)\}/g, (_whole, field: string) => {
    const kind = kindOf(path, field);
    return kind === null ? "" : encodeURIComponent(String(there[kind]));
  });
  const headers = conflict.headers?.(world) ?? { ...world.people[0]?.headers };
  return { method, url, headers, body: await body?.(there, site, world) };
}

const METHODS = ["POST", "PUT", "PATCH", "DELETE"] as const;
