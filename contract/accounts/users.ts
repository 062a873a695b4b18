import { z } from "zod";
import { call } from "../call/call.ts";
import { bodyId, givenName, id, ids, orderingBy, paged, paging } from "../call/fields.ts";
import { accountFields, named, permission, roleRow } from "./session.ts";

const permissionName = z.object({ name: permission });

/** What somebody is in one organization. */
const membership = z.object({
  organization: named,
  role: roleRow,
  permissions: z.array(permissionName),
  assigned_properties: z.array(named),
});

/**
 * An account as far as the caller may see it: organizations and properties outside the caller's scope are left out.
 * Roles, permissions, organizations and properties are the union over all memberships shown.
 */
const user = z.object({
  id: z.number().int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  business_title: z.string(),
  ...accountFields,
  permissions: z.array(permissionName),
  memberships: z.array(membership),
  is_staff: z.boolean(),
  /** Invited, and no password chosen yet. null: they can sign in. */
  invitation: z
    .object({
      is_expired: z.boolean(),
      /** null: of an invitation so old that its link is forgotten. */
      expires_at: z.string().nullable(),
    })
    .nullable(),
  /** A staff role beside a membership: nobody edits such an account. */
  is_read_only: z.boolean(),
});
export type User = z.input<typeof user>;

const invited = user.extend({
  /** Leads to the page where the user chooses a password. null: one is mailed to them, or none was needed. */
  invitation_link: z.string().nullable(),
});

/** The message `text` for a missing value; an invalid one gets the default message. */
const required = (text: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? text : undefined;

const ROLE = "Role is required";
const PERMISSION = "At least one permission is required";
const ORGANIZATION = "At least one organization is required";
const PROPERTY = "At least one property is required";
const TITLE = "Business title must be less than 80 characters";

const list = <T extends z.ZodType>(item: T, text: string) =>
  z
    .array(item, { error: required(text) })
    .min(1, text)
    .max(1000);

const staffRoleId = z.literal([1, 2], { error: required(ROLE) });
const externalRoleId = z.literal([3, 4], { error: required(ROLE) });
const permissions = list(permission, PERMISSION);
const organizations = list(bodyId, ORGANIZATION);
const properties = list(bodyId, PROPERTY);
const organizationId = z
  .number({ error: required(ORGANIZATION) })
  .int()
  .positive();

const email = z
  .string("Invalid email format")
  .trim()
  .toLowerCase()
  .max(254, "Invalid email format")
  .pipe(z.email("Invalid email format"));
const personName = givenName.max(100, "A name has at most 100 characters.");
const businessTitle = givenName.max(80, TITLE);

const person = { email, first_name: personName, last_name: personName, business_title: businessTitle };
const newPerson = {
  email,
  first_name: personName.default(""),
  last_name: personName.default(""),
  business_title: businessTitle.default(""),
};
const staffAccess = { role: staffRoleId, permissions, assigned_organizations: organizations };
const ownAccess = { role: externalRoleId, permissions, assigned_properties: properties };
/** Who is not staff is given one organization at a time; named twice, it must be the same. */
const sameOrganization = { assigned_organizations: organizations.optional() };
const externalAccess = { ...ownAccess, organization_id: organizationId };

/** The account's `modified_at` when editing began; the change is rejected if it is later by now. Default: no check. */
const begun = { expected_modified_at: z.iso.datetime().optional() };

const staffUser = z.strictObject({ ...newPerson, ...staffAccess });
const staffUserChange = z.strictObject({ ...person, ...staffAccess, ...begun }).partial();
const newMembership = z.strictObject(externalAccess);
const memberships = list(newMembership, ORGANIZATION);
/** One that is there already, of whose properties none is in use now, may stay as it is. */
const changedMembership = newMembership.extend({
  assigned_properties: z.array(bodyId, { error: required(PROPERTY) }).max(1000),
});
const externalUser = z.strictObject({
  ...newPerson,
  ...externalAccess,
  ...sameOrganization,
  further_memberships: memberships.optional().describe("Further organizations of the user, each with its permissions."),
});
const externalUserChange = z
  .strictObject({
    ...person,
    ...externalAccess,
    ...sameOrganization,
    memberships: list(changedMembership, ORGANIZATION).describe(
      "All organizations of the user in the caller's scope, each with its permissions; those omitted are removed.",
    ),
    ...begun,
  })
  .partial();
const organizationUser = z.strictObject({ ...newPerson, ...ownAccess, ...sameOrganization });
const organizationUserChange = z.strictObject({ ...person, ...ownAccess, ...sameOrganization, ...begun }).partial();

export type StaffUserChange = z.output<typeof staffUserChange>;
export type ExternalUserChange = z.output<typeof externalUserChange>;
export type NewMembership = z.output<typeof newMembership>;
export type OrganizationUserChange = z.output<typeof organizationUserChange>;

const listShape = {
  ...paging,
  ordering: orderingBy(["email", "first_name", "last_name", "last_login", "modified_at"], "email"),
  /** Ids of roles. */
  role: ids,
  property_id: ids,
  /** Part of a name or an e-mail. */
  search: z.string().trim().max(200).optional(),
};
const userId = z.strictObject({ id });
const ofOrganization = z.strictObject({ organization_id: id });
const inOrganization = z.strictObject({ organization_id: id, user_id: id });
const gone = z.object({ deleted: z.literal(true) });

export const userCalls = {
  "GET /v1/admin/enums": call({
    access: "signed-in",
    summary: "The roles and permissions that the caller may grant.",
    response: z.object({
      results: z.object({
        roles: z.array(roleRow),
        permissions: z.array(z.object({ id: z.number().int(), name: permission })),
      }),
    }),
  }),
  "GET /v1/admin/staff/organizations/users": call({
    access: "staff",
    summary: "Users of all organizations and staff; other staff than IONAdmins see those of their organizations.",
    query: z.strictObject({ ...listShape, organization_id: ids }),
    response: paged(user),
  }),
  "POST /v1/admin/staff/organizations/users/staff": call({
    access: "ion-admin",
    summary: "Creates a staff account and invites its user to choose a password.",
    body: staffUser,
    response: invited,
    status: 201,
  }),
  "PATCH /v1/admin/staff/organizations/users/staff/{id}": call({
    access: "ion-admin",
    summary:
      "Changes a staff account; another account becomes staff, loses its organizations and properties and by default gets all permissions.",
    params: userId,
    body: staffUserChange,
    response: invited,
  }),
  "DELETE /v1/admin/staff/organizations/users/staff/{id}": call({
    access: "ion-admin",
    summary: "Deletes a staff account: its sessions end and its email is free again.",
    params: userId,
    response: gone,
  }),
  "POST /v1/admin/staff/organizations/users/staff/{id}/invitation": call({
    access: "ion-admin",
    summary: "Invites a user without a password again: the new link is valid for 7 days, earlier ones end.",
    params: userId,
    response: invited,
    status: 201,
  }),
  "POST /v1/admin/staff/organizations/users/external": call({
    access: "staff",
    summary:
      "Creates an account in one or more organizations and invites its user, by one mail, to choose a password; all or nothing.",
    body: externalUser,
    response: invited,
    status: 201,
  }),
  "PATCH /v1/admin/staff/organizations/users/external/{id}": call({
    access: "staff",
    summary:
      "Changes an account in the given organization, by default its only one; another organization moves it there. With memberships it changes all of them at once, or nothing. Staff become a user of the organization, by default with all permissions.",
    params: userId,
    body: externalUserChange,
    response: invited,
  }),
  "DELETE /v1/admin/staff/organizations/users/external/{id}": call({
    access: "staff",
    summary: "Deletes an account that is not staff: its sessions end and its email is free again.",
    params: userId,
    response: gone,
  }),
  "POST /v1/admin/staff/organizations/users/external/{id}/invitation": call({
    access: "staff",
    summary: "Invites a user without a password again: the new link is valid for 7 days, earlier ones end.",
    params: userId,
    response: invited,
    status: 201,
  }),
  "POST /v1/admin/staff/organizations/users/external/{id}/memberships": call({
    access: "staff",
    summary:
      "Adds an existing account to a further organization. An open, mailed invitation stays valid; otherwise a user without a password, or with an unverified email, loses password and links and gets a new invitation.",
    params: userId,
    body: newMembership,
    response: invited,
    status: 201,
  }),
  "GET /v1/admin/external/organizations/{organization_id}/users": call({
    access: "admin",
    summary: "Users of an organization, with their role in it.",
    params: ofOrganization,
    query: z.strictObject(listShape),
    response: paged(user),
  }),
  "POST /v1/admin/external/organizations/{organization_id}/users": call({
    access: "admin",
    summary: "Creates an account in the organization and invites its user to choose a password.",
    params: ofOrganization,
    body: organizationUser,
    response: invited,
    status: 201,
  }),
  "PATCH /v1/admin/external/organizations/{organization_id}/users/{user_id}": call({
    access: "admin",
    summary: "Changes a user's role in the organization; names and email only of users who are in no other.",
    params: inOrganization,
    body: organizationUserChange,
    response: invited,
  }),
  "POST /v1/admin/external/organizations/{organization_id}/users/{user_id}/invitation": call({
    access: "admin",
    summary: "Invites a user without a password again: the new link is valid for 7 days, earlier ones end.",
    params: inOrganization,
    response: invited,
    status: 201,
  }),
  "DELETE /v1/admin/external/organizations/{organization_id}/users/{user_id}": call({
    access: "admin",
    summary: "Removes a user from the organization; the account stays.",
    params: inOrganization,
    response: gone,
  }),
};
