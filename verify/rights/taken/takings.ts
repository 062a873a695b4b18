import type { Permission } from "../../../contract/accounts/session.ts";
import type { Person, Standing } from "../../world/actors.ts";
import { type Request, type Site, startSession } from "../../world/site.ts";
import type { World } from "../../world/world.ts";
import { BOTH, PASSWORD, somebody } from "./somebody.ts";

const PROPERTY: Permission = "reporting.view_property_data_report";
const PORTFOLIO: Permission = "reporting.view_asset_data_report";
const STAFF_USERS = "/v1/admin/staff/organizations/users";

/** Somebody who has a right, and the call that takes it away. */
export interface Taken {
  person: Person;
  /** What they may see afterwards; null: they are not signed in any more. */
  after: Standing | null;
  take: Request;
}

/** A way in which a right goes. */
export interface Taking {
  title: string;
  /** Whether it takes something away from everybody, so that nothing else is tried meanwhile. */
  isForAll?: boolean;
  /** Makes somebody new who has it. */
  give(site: Site, world: World): Promise<Taken>;
}

/** Every way in which the right, the account or the session of a person goes, by the product's own calls. */
export const personalTakings: readonly Taking[] = [
  ...[PROPERTY, PORTFOLIO].map((name) => ({
    title: `the permission ${name}`,
    give: async (site: Site, world: World): Promise<Taken> => {
      const { home } = world;
      const person = await somebody(site, world, { permissions: [name], assigned: [home] });
      const others = BOTH.filter((other) => other !== name);
      const after = { ...standing(person), permissions: others };
      return { person, after, take: change(world, person, { permissions: others }) };
    },
  })),
  {
    title: "a property",
    give: async (site, world) => {
      const { home, unassigned } = world;
      const person = await somebody(site, world, { permissions: BOTH, assigned: [home, unassigned] });
      const after = { ...standing(person), propertyIds: [unassigned.propertyId] };
      return { person, after, take: change(world, person, { assigned_properties: [unassigned.propertyId] }) };
    },
  },
  {
    title: "a property that moves to another organization",
    isForAll: true,
    give: async (site, world) => {
      const { home, unassigned, foreign } = world;
      const person = await somebody(site, world, { admin: true, permissions: BOTH });
      const body = { property_ids: [home.propertyId], organization_id: foreign.organizationId };
      const url = "/v1/admin/staff/inventory/organizations/properties/bulk-assign";
      const after = { ...standing(person), propertyIds: [unassigned.propertyId] };
      return { person, after, take: asIonAdmin(world, "POST", url, body) };
    },
  },
  {
    title: "an organization",
    give: async (site, world) => {
      const person = await somebody(site, world, { admin: true, permissions: BOTH });
      const url = `/v1/admin/external/organizations/${world.home.organizationId}/users/${person.userId}`;
      return { person, after: { ...nothing, choseForeign: true }, take: asIonAdmin(world, "DELETE", url) };
    },
  },
  {
    title: "one of the organizations of staff",
    give: async (site, world) => {
      const { home, foreign } = world;
      const person = await somebody(site, world, { staff: "ION staff", staffOrganizations: [home.organizationId] });
      const organizationIds = [foreign.organizationId];
      const after = { ...standing(person), organizationIds, propertyIds: [foreign.propertyId] };
      return { person, after, take: changeStaff(world, person, { assigned_organizations: organizationIds }) };
    },
  },
  {
    title: "the role of an admin",
    give: async (site, world) => {
      const { home } = world;
      const person = await somebody(site, world, { admin: true, permissions: BOTH, assigned: [home] });
      const after = { ...standing(person), role: "organization member" as const, propertyIds: [home.propertyId] };
      return { person, after, take: change(world, person, { role: 4 }) };
    },
  },
  {
    title: "the role of an IONAdmin",
    give: async (site, world) => {
      const { home, unassigned } = world;
      const person = await somebody(site, world, { staff: "IONAdmin" });
      const organizationIds = [home.organizationId];
      const propertyIds = [home.propertyId, unassigned.propertyId];
      const after = { ...standing(person), role: "ION staff" as const, organizationIds, propertyIds };
      return { person, after, take: changeStaff(world, person, { role: 2, assigned_organizations: organizationIds }) };
    },
  },
  {
    title: "the role of one of the staff",
    give: async (site, world) => {
      const { home } = world;
      const person = await somebody(site, world, { staff: "ION staff", staffOrganizations: [home.organizationId] });
      const propertyIds = [home.propertyId];
      const after = { ...standing(person), role: "organization member" as const, propertyIds };
      const body = { role: 4, permissions: BOTH, assigned_properties: propertyIds };
      return { person, after, take: change(world, person, body) };
    },
  },
  {
    title: "the account",
    give: async (site, world) => {
      const person = await somebody(site, world, { admin: true, permissions: BOTH });
      return { person, after: null, take: asIonAdmin(world, "DELETE", `${STAFF_USERS}/external/${person.userId}`) };
    },
  },
  {
    title: "the account of one of the staff",
    give: async (site, world) => {
      const person = await somebody(site, world, { staff: "IONAdmin" });
      return { person, after: null, take: asIonAdmin(world, "DELETE", `${STAFF_USERS}/staff/${person.userId}`) };
    },
  },
  {
    title: "the password, changed in another session",
    give: async (site, world) => {
      const person = await somebody(site, world, { admin: true, permissions: BOTH });
      const headers = { cookie: (await startSession(site.connections, person.userId ?? 0)).cookie };
      const body = { old_password: PASSWORD, password: "Other-Valves-8!" };
      return { person, after: null, take: { method: "PUT", url: "/v1/me/password", headers, body } };
    },
  },
  {
    title: "the session, ended in another one",
    give: async (site, world) => {
      const person = await somebody(site, world, { staff: "IONAdmin" });
      const { id, cookie } = await startSession(site.connections, person.userId ?? 0);
      const headers = { cookie: person.headers.cookie ?? "" };
      const ended = { ...person, headers: { cookie } };
      return { person: ended, after: null, take: { method: "DELETE", url: `/v1/me/sessions/${id}`, headers } };
    },
  },
  {
    title: "the session, by signing out",
    give: async (site, world) => {
      const person = await somebody(site, world, {
        staff: "ION staff",
        staffOrganizations: [world.home.organizationId],
      });
      return { person, after: null, take: { method: "DELETE", url: "/v1/session", headers: { ...person.headers } } };
    },
  },
];

const nothing: Standing = { role: null, permissions: [], organizationIds: [], propertyIds: [], choseForeign: false };

/** What an account had on the whole, for those who have one. */
function standing(person: Person): Standing {
  return person.standing ?? nothing;
}

export function asIonAdmin(world: World, method: Request["method"], url: string, body?: object): Request {
  return { method, url, headers: { ...world.people[0]?.headers }, body };
}

function change(world: World, { userId }: Person, fields: object): Request {
  const body = { organization_id: world.home.organizationId, ...fields };
  return asIonAdmin(world, "PATCH", `${STAFF_USERS}/external/${userId}`, body);
}

function changeStaff(world: World, { userId }: Person, fields: object): Request {
  return asIonAdmin(world, "PATCH", `${STAFF_USERS}/staff/${userId}`, fields);
}
