import { sql } from "kysely";
import { type Permission, permission } from "../../../contract/accounts/session.ts";
import { type NewUser, storeUser } from "../../../server/accounts/create-user.ts";
import { type Site, startSession } from "../../world/site.ts";

export const ASSET: Permission = "reporting.view_asset_data_report";
export const PROPERTY: Permission = "reporting.view_property_data_report";
/** In the order in which they are stored. */
export const BOTH: Permission[] = [ASSET, PROPERTY];

export type Area = "north" | "south";
export const propertyNames = ["N1", "N2", "S1", "nobody's"] as const;
export type PropertyName = (typeof propertyNames)[number];

/** What somebody may give, and where. */
export interface Power {
  kind: "everything" | "staff" | "admin" | "nothing";
  in: readonly Area[];
  permissions: readonly Permission[];
}

/** Who tries: every role, with both permissions and with one of them, in one organization and in two. */
export const powers = {
  ionAdmin: { kind: "everything", in: ["north", "south"], permissions: BOTH },
  staffOfNorth: { kind: "staff", in: ["north"], permissions: BOTH },
  staffOfBothProperty: { kind: "staff", in: ["north", "south"], permissions: [PROPERTY] },
  adminOfNorth: { kind: "admin", in: ["north"], permissions: BOTH },
  adminOfNorthAsset: { kind: "admin", in: ["north"], permissions: [ASSET] },
  // Of both organizations, acting in the first.
  adminOfBoth: { kind: "admin", in: ["north"], permissions: BOTH },
  adminOfSouth: { kind: "admin", in: ["south"], permissions: BOTH },
  memberOfNorth: { kind: "nothing", in: [], permissions: [] },
} satisfies Record<string, Power>;
export type ActorName = keyof typeof powers;

/** Whom they try it on: every role, with more and with less than they have, in one organization and in two. */
export const targets = [
  "new",
  "memberOfNorth",
  "assetMemberOfNorth",
  "adminOfNorth",
  "memberOfSouth",
  "memberOfBoth",
  "ionAdmin",
  "staff",
  "mixed",
  "self",
] as const;
export type Target = (typeof targets)[number];

/** Two organizations and everybody in them, added to whatever is there. */
export interface GrantWorld {
  organizations: Record<Area, number>;
  properties: Record<PropertyName, number>;
  actors: Record<ActorName, { id: number; cookie: string }>;
  targets: Record<Exclude<Target, "new" | "self">, number>;
}

export async function makeGrantWorld(site: Site): Promise<GrantWorld> {
  const { worker, accounts } = site.connections;
  const organization = async (name: string) =>
    (await worker.insertInto("organizations").values({ name }).returning("id").executeTakeFirstOrThrow()).id;
  const property = async (name: string, organization_id: number | null) => {
    const values = { name, organization_id, time_zone: "America/Chicago" };
    return (await worker.insertInto("properties").values(values).returning("id").executeTakeFirstOrThrow()).id;
  };
  const north = await organization("North");
  const south = await organization("South");
  const properties = {
    N1: await property("N1", north),
    N2: await property("N2", north),
    S1: await property("S1", south),
    "nobody's": await property("Nobody's", null),
  };
  const account = (access: Partial<NewUser>) => addAccount(site, access);
  const somebody = async (access: Partial<NewUser>) => {
    const id = await account(access);
    return { id, cookie: (await startSession(site.connections, id)).cookie };
  };
  const member = (area: Area, permissions: Permission[] = [PROPERTY]) => ({
    organizationId: area === "north" ? north : south,
    role: "organization member" as const,
    permissions,
    propertyIds: [area === "north" ? properties.N1 : properties.S1],
  });
  const admin = (area: Area, permissions = BOTH) => ({
    ...member(area, permissions),
    role: "organization admin" as const,
  });
  const staff = { staffRole: "ION staff" as const };
  const actors = {
    ionAdmin: await somebody({ staffRole: "IONAdmin" }),
    staffOfNorth: await somebody({ ...staff, staffOrganizationIds: [north] }),
    staffOfBothProperty: await somebody({ ...staff, staffOrganizationIds: [north, south] }),
    adminOfNorth: await somebody({ memberships: [admin("north")] }),
    adminOfNorthAsset: await somebody({ memberships: [admin("north", [ASSET])] }),
    adminOfBoth: await somebody({ memberships: [admin("north"), admin("south")] }),
    adminOfSouth: await somebody({ memberships: [admin("south")] }),
    memberOfNorth: await somebody({ memberships: [member("north")] }),
  };
  await sql`update users set staff_permissions = array[${PROPERTY}] where id = ${actors.staffOfBothProperty.id}`.execute(
    accounts,
  );
  return {
    organizations: { north, south },
    properties,
    actors,
    targets: {
      memberOfNorth: await account({ memberships: [member("north")] }),
      assetMemberOfNorth: await account({ memberships: [member("north", [ASSET])] }),
      adminOfNorth: await account({ memberships: [admin("north")] }),
      memberOfSouth: await account({ memberships: [member("south")] }),
      memberOfBoth: await account({ memberships: [member("north"), member("south")] }),
      ionAdmin: await account({ staffRole: "IONAdmin" }),
      staff: await account({ ...staff, staffOrganizationIds: [north] }),
      mixed: await account({ ...staff, memberships: [member("north")] }),
    },
  };
}

/** Adds somebody who has a password. @returns the id */
export async function addAccount({ connections }: Site, access: Partial<NewUser>): Promise<number> {
  const email = `grant-${crypto.randomUUID()}@people.example`;
  const person = { email, firstName: "Pat", lastName: "Doe", memberships: [], ...access };
  return connections.accounts.transaction().execute((tx) => storeUser(tx, { ...person, password: "" }, "no hash"));
}

/** All permissions, as an account gets them that is given none. */
export const allPermissions: readonly Permission[] = permission.options;
