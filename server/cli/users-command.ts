import { Command } from "commander";
import { sql } from "kysely";
import type { User } from "../../contract/users.ts";
import type { Connections } from "../database/connect.ts";
import { about, bodyField, idOf, only, permissions, several, shortPermissions } from "./arguments.ts";
import type { RequestedParts } from "./call-api.ts";
import { callCommand } from "./call-command.ts";
import { type Columns, minute } from "./table.ts";

const users = "/v1/admin/staff/organizations/users";

const user = (field: string) => about("<user>", field, "their e-mail, or id", idOf("user"));
const email = bodyField("--email <e-mail>", "email", "with which they sign in");
const person = [
  bodyField("--first-name <name>", "first_name", "their first name"),
  bodyField("--last-name <name>", "last_name", "their last name"),
  bodyField("--business-title <title>", "business_title", "what they are, for those who work with them"),
];
const staffAccess = [
  bodyField("--role <role>", "role", '"IONAdmin" or "ION staff"', idOf("role")),
  several(
    bodyField("--permission <permission>", "permissions", "property or portfolio: what reports they see", permissions),
  ),
  several(
    bodyField(
      "--organization <name or id>",
      "assigned_organizations",
      "an organization of theirs",
      idOf("organization"),
    ),
  ),
];
const externalAccess = [
  bodyField("--organization <name or id>", "organization_id", "their organization", idOf("organization")),
  bodyField("--role <role>", "role", '"organization admin" or "organization member"', idOf("role")),
  several(
    bodyField("--permission <permission>", "permissions", "property or portfolio: what reports they see", permissions),
  ),
  several(bodyField("--property <name or id>", "assigned_properties", "a property of theirs", idOf("property"))),
];

const columns: Columns<User> = {
  id: (row) => row.id,
  "e-mail": (row) => row.email,
  name: (row) => `${row.first_name} ${row.last_name}`.trim(),
  role: (row) => row.roles.map(({ name }) => name),
  organizations: (row) => row.assigned_organizations.map(({ name }) => name),
  properties: (row) => row.assigned_properties.map(({ name }) => name),
  reports: (row) => shortPermissions(row.permissions.map(({ name }) => name)),
  "last sign-in": (row) => minute(row.last_login),
  invited: (row) => {
    if (row.invitation === null) return null;
    return row.invitation.is_expired ? "has ended" : `until ${minute(row.invitation.expires_at)}`;
  },
};

/** Who is staff is changed by calls of their own. */
async function isStaff({ accounts }: Connections, { params }: RequestedParts): Promise<boolean> {
  const found = await sql`select from users where id = ${params.id} and staff_role is not null`.execute(accounts);
  return found.rows.length > 0;
}

function invited({ invitation_link: link }: { invitation_link: string | null }): string {
  return link === null
    ? "Where they have no password yet, the server mails them a link to choose one."
    : `The link with which they choose a password, for them alone: ${link}`;
}

const changed = ({ invitation_link: link }: { invitation_link: string | null }) =>
  link === null ? "Changed." : invited({ invitation_link: link });

/** `dripline users …`: who may sign in, and what they may see. */
export function usersCommand(): Command {
  return new Command("users")
    .description("Who may sign in, and what they may see.")
    .addCommand(
      callCommand({
        name: "list",
        description: "Everybody who may sign in, or was invited.",
        example: 'users list --organization "Oak Homes"',
        call: `GET ${users}`,
        args: [
          several(only("--organization <name or id>", "organization_id", "who is in it", idOf("organization"))),
          several(only("--property <name or id>", "property_id", "who is assigned it", idOf("property"))),
          several(only("--role <role>", "role", "who has it", idOf("role"))),
          only("--search <text>", "search", "part of a name or an e-mail"),
          only(
            "--ordering <field>",
            "ordering",
            "email, first_name, last_name, last_login or modified_at; with - in front descending",
          ),
        ],
        columns,
        none: "No users match.",
      }),
    )
    .addCommand(
      callCommand({
        name: "create-staff",
        description: "Make an account of the staff and invite its user.",
        example:
          'users create-staff --email ann@example.com --role "ION staff" --permission property --organization "Oak Homes"',
        call: `POST ${users}/staff`,
        args: [email, ...person, ...staffAccess],
        columns,
        message: invited,
      }),
    )
    .addCommand(
      callCommand({
        name: "create-external",
        description: "Make an account in an organization and invite its user.",
        example:
          'users create-external --email bo@example.com --organization "Oak Homes" --role "organization member" --permission property --property "Elm Street"',
        call: `POST ${users}/external`,
        args: [email, ...person, ...externalAccess],
        columns,
        message: invited,
      }),
    )
    .addCommand(
      callCommand({
        name: "edit-staff",
        description: "Change an account of the staff, or make somebody staff; what is left out stays.",
        example: 'users edit-staff ann@example.com --organization "Oak Homes" --organization "Pine Homes"',
        call: `PATCH ${users}/staff/{id}`,
        args: [user("id"), email, ...person, ...staffAccess],
        columns,
        message: changed,
      }),
    )
    .addCommand(
      callCommand({
        name: "edit-external",
        description: "Change what somebody is in an organization; what is left out stays.",
        example: 'users edit-external bo@example.com --role "organization admin"',
        call: `PATCH ${users}/external/{id}`,
        args: [user("id"), email, ...person, ...externalAccess],
        columns,
        message: changed,
      }),
    )
    .addCommand(
      callCommand({
        name: "add-membership",
        description: "Let somebody into a further organization.",
        example:
          'users add-membership bo@example.com --organization "Pine Homes" --role "organization member" --permission property --property "Pine Court"',
        call: `POST ${users}/external/{id}/memberships`,
        args: [user("id"), ...externalAccess],
        columns,
        message: changed,
      }),
    )
    .addCommand(
      callCommand({
        name: "invite",
        description: "Invite somebody again who has no password yet; the links before it end.",
        example: "users invite bo@example.com",
        call: `POST ${users}/external/{id}/invitation`,
        instead: { call: `POST ${users}/staff/{id}/invitation`, when: isStaff },
        args: [user("id")],
        message: invited,
      }),
    )
    .addCommand(
      callCommand({
        name: "revoke",
        description: "Take an organization away from somebody; the account stays, with whatever else it has.",
        example: 'users revoke bo@example.com --organization "Pine Homes"',
        call: "DELETE /v1/admin/external/organizations/{organization_id}/users/{user_id}",
        args: [
          user("user_id"),
          about("--organization <name or id>", "organization_id", "the organization", idOf("organization")),
        ],
        message: () => "Revoked: this user can no longer see the organization.",
      }),
    )
    .addCommand(
      callCommand({
        name: "delete",
        description: "Delete an account for good: its sessions end. What it did stays on record.",
        example: "users delete bo@example.com",
        call: `DELETE ${users}/external/{id}`,
        instead: { call: `DELETE ${users}/staff/{id}`, when: isStaff },
        args: [user("id")],
        message: () => "Deleted. The e-mail is free again.",
      }),
    );
}
