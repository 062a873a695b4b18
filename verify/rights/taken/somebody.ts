import type { Permission } from "../../../contract/accounts/session.ts";
import { storeUser } from "../../../server/accounts/create-user.ts";
import { hashPassword } from "../../../server/accounts/passwords/passwords.ts";
import type { Person } from "../../world/actors.ts";
import { type Site, startSession } from "../../world/site.ts";
import type { LivingPlace } from "../../world/tenant.ts";
import type { World } from "../../world/world.ts";

export const BOTH: Permission[] = ["reporting.view_asset_data_report", "reporting.view_property_data_report"];
/** Other than the one that examples of calls give: those change nobody's password. */
export const PASSWORD = "Silent-Pipes-9!";

interface Access {
  staff?: "IONAdmin" | "ION staff";
  staffOrganizations?: number[];
  admin?: boolean;
  permissions?: Permission[];
  assigned?: LivingPlace[];
}

let hash: Promise<string> | undefined;

/** Somebody new with a password and a session, who acts in the own organization when they are in one. */
export async function somebody(site: Site, world: World, access: Access): Promise<Person> {
  const { home, unassigned, foreign } = world;
  const { staff, staffOrganizations = [], admin = false, permissions = BOTH, assigned = [] } = access;
  const role = admin ? ("organization admin" as const) : ("organization member" as const);
  const membership = {
    organizationId: home.organizationId,
    role,
    permissions,
    propertyIds: assigned.map(({ propertyId }) => propertyId),
  };
  hash ??= hashPassword(PASSWORD);
  const passwordHash = await hash;
  const { accounts } = site.connections;
  const userId = await accounts.transaction().execute((tx) =>
    storeUser(
      tx,
      {
        email: `taken-${crypto.randomUUID()}@people.example`,
        firstName: "A",
        lastName: "Person",
        password: "",
        memberships: staff === undefined ? [membership] : [],
        ...(staff === undefined ? {} : { staffRole: staff, staffOrganizationIds: staffOrganizations }),
      },
      passwordHash,
    ),
  );
  const headers: Record<string, string> = { cookie: (await startSession(site.connections, userId)).cookie };
  if (staff === undefined) headers["x-current-organization-id"] = String(home.organizationId);
  const living = [home, unassigned, foreign];
  const everything = staff === "IONAdmin";
  const organizationIds = everything
    ? [home.organizationId, foreign.organizationId]
    : staff === undefined
      ? [home.organizationId]
      : staffOrganizations;
  const seen = living.filter((place) =>
    staff === undefined && !admin ? assigned.includes(place) : organizationIds.includes(place.organizationId),
  );
  return {
    title: `somebody ${userId}`,
    headers,
    userId,
    standing: {
      role: staff ?? role,
      permissions,
      organizationIds,
      propertyIds: seen.map(({ propertyId }) => propertyId),
      choseForeign: false,
    },
    gatewayOf: null,
    knownOrganizations: organizationIds,
  };
}
