import type { Person } from "./actors.ts";
import type { Operation, Part, Slot } from "./operation.ts";
import { malformedPlace, organizationKinds, type Place } from "./place.ts";
import { isLiving } from "./world.ts";

/** The statuses with which a call may be answered. */
export type Expected = readonly number[];

/**
 * What a person must be answered when they ask about a place: worked out from the contract's policy and how far they
 * see, not from the server. 401 without a session, then 403 without the right, then 400 or 422 for what cannot be a
 * name, then 404 for what is out of reach, be it there or not.
 */
export function expected(operation: Operation, person: Person, place: Place): Expected {
  const { access, example, slots } = operation;
  const success = example.statuses ?? [operation.status];
  const isMalformed = place.title === malformedPlace.title && slots.length > 0;
  const unlessMalformed = (statuses: Expected) => (isMalformed ? [...statuses, 400, 422] : statuses);
  if (access === "public") return unlessMalformed(success);
  // What devices send is judged row by row.
  if (access === "gateway") return unlessMalformed(person.gatewayOf === null ? [401] : success);
  if (person.standing === null) return [401];
  if (person.standing.choseForeign && !operation.anyOrganization) return [403];
  if (!mayCall(operation, person.standing)) return [403];
  if (isMalformed) return [400, 422];
  const seen = sees(operation, person, place);
  const lacks = (part: Part) => slots.some((slot) => slot.part === part && !seen.includes(slot));
  // In a body a thing out of reach is a wrong field, or not found.
  if (lacks("body")) return [404, 422, ...success.filter((status) => status >= 400)];
  if (lacks("params")) return [404];
  // A report says that there is no such place; elsewhere a filter out of reach may find nothing.
  if (lacks("query")) return isReport(operation) ? [404] : [...success, 404];
  return success;
}

/** Whether a person may make a call about a place, so that it must succeed. */
export function succeeds(operation: Operation, person: Person, place: Place): boolean {
  const { access } = operation;
  if (access === "public") return true;
  if (access === "gateway") return person.gatewayOf === place;
  const { standing } = person;
  if (standing === null || (standing.choseForeign && !operation.anyOrganization) || !mayCall(operation, standing))
    return false;
  return sees(operation, person, place).length === operation.slots.length;
}

/** Whether a call reads what a reporting permission opens. */
function isReport({ access, name }: Pick<Operation, "access" | "name">): boolean {
  const opens = /^(property|portfolio|report)\b/.test(access);
  return name.startsWith("GET /v1/reporting/") || (opens && name.startsWith("GET "));
}

function mayCall({ access, name }: Operation, { role, permissions, isKey }: NonNullable<Person["standing"]>): boolean {
  if (isKey === true && !isReport({ access, name })) return false;
  const property = permissions.includes("reporting.view_property_data_report");
  const portfolio = permissions.includes("reporting.view_asset_data_report");
  const admin = role === "IONAdmin" || role === "organization admin";
  switch (access) {
    case "public":
    case "gateway":
    case "signed-in":
      return true;
    case "property":
      return property;
    case "portfolio":
      return portfolio;
    case "property-or-portfolio":
      return property || portfolio;
    case "admin":
      return admin;
    case "portfolio-or-admin":
      return portfolio || admin;
    case "report-or-admin":
      return property || portfolio || admin;
    case "staff":
      return role === "IONAdmin" || role === "ION staff";
    case "ion-admin":
      return role === "IONAdmin";
  }
}

/** Which of the things that a call names at a place are within a person's reach. */
export function sees(operation: Operation, { standing, userId, gatewayOf }: Person, place: Place): readonly Slot[] {
  if (gatewayOf !== null) return gatewayOf === place ? operation.slots : [];
  if (standing === null || !isLiving(place)) return [];
  const inOrganization = standing.organizationIds.includes(place.organizationId);
  const isManaged = place.isArchived && inOrganization && seesArchived(operation, standing);
  return operation.slots.filter(({ kind }) => {
    if (kind === "session" || kind === "ownSubscription" || kind === "browser")
      return userId !== null && place.title === "own";
    if (organizationKinds.has(kind)) return inOrganization;
    return standing.propertyIds.includes(place.propertyId) || isManaged;
  });
}

/** Staff manage archived properties too, and what was done at them stays on an organization's record. */
export function seesArchived({ path }: Operation, { role }: NonNullable<Person["standing"]>): boolean {
  const isStaff = role === "IONAdmin" || role === "ION staff";
  return (
    (isStaff && path.startsWith("/v1/admin/staff/inventory/organizations/")) || path.startsWith("/v1/admin/audit-log")
  );
}
