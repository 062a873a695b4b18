import { type Actor, audit } from "../audit/audit.ts";
import type { Transactional } from "../database/connect.ts";
import { addProperty } from "../organizations/add-property.ts";
import { rejectTakenName } from "../organizations/property-name.ts";
import { wrongField } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import type { RequestScope } from "../query/request-scope.ts";
import { isTimeZone } from "../time/local-day.ts";
import { checkDestination } from "./assign-properties.ts";

/** The details given for a new property. */
export interface PropertyDetails {
  name: string;
  street: string;
  city: string;
  state: string;
  zip_code: string;
  contact_phone: string;
  contact_email: string;
  time_zone: string;
}

/**
 * Makes a property with nothing in it yet, as an inventory file does, in an organization of the scope; an IONAdmin also
 * in none (null).
 * @param tx a transaction of the workers' role: what is new lies in no scope yet
 * @returns its id
 * @throws ProblemError not_found for an organization out of the scope; invalid_fields for a name that another property of
 * the organization has, and for a time zone that does not exist
 */
export async function makeProperty(
  scope: RequestScope,
  tx: Transactional,
  actor: Actor,
  organizationId: number | null,
  details: PropertyDetails,
): Promise<number> {
  checkDestination(scope, organizationId);
  if (!isTimeZone(details.time_zone)) throw noTimeZone();
  await rejectTakenName(tx, organizationId, details.name, null);
  const { name, street, city, state } = details;
  const { propertyId } = await addProperty(tx, organizationId, {
    name,
    street,
    city,
    state,
    zipCode: details.zip_code,
    contactPhone: details.contact_phone,
    contactEmail: details.contact_email,
    timeZone: details.time_zone,
    gateways: [],
    buildings: [],
  });
  await audit(tx, actor, {
    action: "property.create",
    organizationId,
    propertyId,
    objectType: "property",
    objectId: propertyId,
    after: { organization_id: organizationId, ...details },
  });
  return propertyId;
}

export function noTimeZone() {
  return wrongField("time_zone", text`There is no such time zone. Write a name such as America/Chicago.`);
}
