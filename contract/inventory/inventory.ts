import { z } from "zod";
import { call } from "../call/call.ts";
import { bodyId, flag, givenName, id, ids, orderingBy, paged, paging } from "../call/fields.ts";

const name = givenName.min(1, "Give a name.").max(200, "A name has at most 200 characters.");
const NO_EMAIL = "Write an e-mail address, or leave it empty.";
const line = (most: number) => givenName.max(most, `Write at most ${most} characters.`);

export const organizationRow = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The one that properties of an inventory file go to where none is named. */
  is_default: z.boolean(),
  /** Without archived properties. */
  properties_count: z.number().int(),
  units_count: z.number().int(),
});
export type OrganizationRow = z.infer<typeof organizationRow>;

export const propertyRow = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Street, city, state and zip code in one line; empty where none is known. */
  address: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  contact_phone: z.string(),
  contact_email: z.string(),
  time_zone: z.string(),
  buildings_count: z.number().int(),
  units_count: z.number().int(),
  /** null: it belongs to none. */
  organization_id: z.number().int().nullable(),
  organization_name: z.string().nullable(),
  organization_is_default: z.boolean(),
  /** Its days are those of its time zone, which stays from the first reading on. */
  has_readings: z.boolean(),
  /** null: it is in use. */
  archived_at: z.string().nullable(),
});
export type PropertyRow = z.infer<typeof propertyRow>;

const details = {
  name,
  street: line(200),
  city: line(100),
  state: line(100),
  zip_code: line(20),
  contact_phone: line(50),
  contact_email: z.union([z.literal(""), z.email(NO_EMAIL).max(254, NO_EMAIL)], NO_EMAIL),
  time_zone: z
    .string()
    .min(1, { error: "Choose the time zone.", abort: true })
    .max(100)
    .regex(/^[A-Za-z][\w+/-]*$/, "time_zone must be a name such as America/Chicago."),
};

const asRead = {
  name: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  contact_phone: z.string(),
  contact_email: z.string(),
  time_zone: z.string(),
};

const listed = {
  ...paging,
  /** Part of the name or of the address. */
  search: z.string().trim().max(200).optional(),
  ordering: orderingBy(["name", "address", "buildings_count", "units_count", "organization_name"], "name"),
};
const ofOrganization = z.strictObject({ organization_id: id });
const ofProperty = z.strictObject({ property_id: id });

const named = z.object({ id: z.number().int(), name: z.string() });

export const inventoryCalls = {
  "GET /v1/admin/staff/inventory/organizations": call({
    access: "staff",
    summary: "The organizations that the caller manages, with their number of properties and units.",
    query: z.strictObject({
      ...paging,
      search: z.string().trim().max(200).optional(),
      ordering: orderingBy(["name", "properties_count", "units_count"], "name"),
    }),
    response: paged(organizationRow),
  }),
  "POST /v1/admin/staff/inventory/organizations": call({
    access: "ion-admin",
    summary: "Creates an organization with a unique name.",
    body: z.strictObject({ name }),
    response: organizationRow,
    status: 201,
  }),
  "PATCH /v1/admin/staff/inventory/organizations/{organization_id}": call({
    access: "staff",
    summary: "Renames an organization.",
    params: ofOrganization,
    body: z.strictObject({
      name,
      /** Its name when editing began; the change is rejected if it is different by now. */
      expected_name: z.string().max(200).optional(),
    }),
    response: organizationRow,
  }),
  "POST /v1/admin/staff/inventory/organizations/{organization_id}/default": call({
    access: "ion-admin",
    summary: "Makes an organization the default for files that name none, instead of the previous one.",
    params: ofOrganization,
    response: organizationRow,
  }),
  "GET /v1/admin/staff/inventory/organizations/properties": call({
    access: "staff",
    summary:
      "The properties that the caller manages, including those without an organization; archived ones only on request.",
    query: z.strictObject({ ...listed, organization_id: ids, archived: flag.optional() }),
    response: paged(propertyRow),
  }),
  "GET /v1/admin/staff/inventory/organizations/properties/unassigned": call({
    access: "staff",
    summary: "Properties without an organization. Only IONAdmins see them.",
    query: z.strictObject(listed),
    response: paged(propertyRow),
  }),
  "POST /v1/admin/staff/inventory/organizations/properties/bulk-assign": call({
    access: "staff",
    summary:
      "Moves properties with all their history to an organization, all or none; to no organization only for IONAdmins. Their former organizations no longer see them from the next request on.",
    body: z.strictObject({ organization_id: bodyId.nullable(), property_ids: z.array(bodyId).min(1).max(1000) }),
    /** `property_ids`: those that were elsewhere before. */
    response: z.object({ organization_id: z.number().int().nullable(), property_ids: z.array(z.number().int()) }),
  }),
  "POST /v1/admin/staff/inventory/organizations/properties": call({
    access: "staff",
    summary: "Creates a property without buildings; without an organization only for IONAdmins.",
    body: z.strictObject({
      /** null: in none yet. */
      organization_id: bodyId.nullable(),
      name: details.name,
      street: details.street.default(""),
      city: details.city.default(""),
      state: details.state.default(""),
      zip_code: details.zip_code.default(""),
      contact_phone: details.contact_phone.default(""),
      contact_email: details.contact_email.default(""),
      time_zone: details.time_zone,
    }),
    response: propertyRow,
    status: 201,
  }),
  "PATCH /v1/admin/staff/inventory/organizations/properties/{property_id}": call({
    access: "staff",
    summary: "Changes a property's name, address, contact, or, as long as it has no readings, its time zone.",
    params: ofProperty,
    body: z
      .strictObject({
        ...details,
        /** Its values when editing began; the change is rejected if any of them is different by now. */
        expected: z.strictObject(asRead).partial(),
      })
      .partial(),
    response: propertyRow,
  }),
  "POST /v1/admin/staff/inventory/organizations/properties/{property_id}/archive": call({
    access: "staff",
    summary: "Archives a property: hides it and excludes it from every sum. Its history is kept.",
    params: ofProperty,
    response: propertyRow,
  }),
  "POST /v1/admin/staff/inventory/organizations/properties/{property_id}/restore": call({
    access: "staff",
    summary: "Restores an archived property.",
    params: ofProperty,
    response: propertyRow,
  }),
  "GET /v1/admin/external/inventory/organizations/{organization_id}/properties": call({
    access: "admin",
    summary: "The properties of the active organization (X-CURRENT-ORGANIZATION-ID).",
    params: ofOrganization,
    query: z.strictObject(listed),
    response: paged(propertyRow),
  }),
  "GET /v1/inventory/properties/units": call({
    access: "property-or-portfolio",
    summary: "The caller's properties by name, each with its units.",
    query: z.strictObject({ organization_id: ids, property_id: ids }),
    response: z.array(named.extend({ units: z.array(named) })),
  }),
  "GET /v1/organizations/{organization_id}/properties": call({
    access: "signed-in",
    summary: "The caller's properties in an organization, by name.",
    params: ofOrganization,
    response: z.array(named),
  }),
};
