import { z } from "zod";
import type { Connections } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { createUser, type NewUser } from "./create-user.ts";
import { isPassword } from "./passwords/passwords.ts";

const EmailRow = z.object({ email: z.string() });

const DemoAccountRow = z.object({ email: z.string(), password: z.string() });

const PASSWORD = "Leaky-Pipes-42!";

/** An organization of the demo with its properties. */
export interface DemoOrganization {
  id: number;
  propertyIds: number[];
}

/** An account to print, so that people can try the product as each kind of user. */
export interface DemoAccount {
  email: string;
  password: string;
  /** A short description of the person. */
  description: string;
}

/** The demo's accounts, as printed at every start. */
export const demoAccountList: DemoAccount[] = [
  { email: "admin@dripline.example", password: PASSWORD, description: "IONAdmin: every organization" },
  { email: "orgadmin@dripline.example", password: PASSWORD, description: "organization admin of two organizations" },
  {
    email: "property@dripline.example",
    password: PASSWORD,
    description: "member: Property Insights of three properties",
  },
  {
    email: "portfolio@dripline.example",
    password: PASSWORD,
    description: "member: Portfolio Insights of most properties",
  },
];

/**
 * Creates one account per kind of user, where it does not exist yet; the members belong to the first organization.
 * @throws Error without any organization.
 */
export async function createDemoAccounts(
  connections: Connections,
  organizations: readonly DemoOrganization[],
): Promise<void> {
  const [first] = organizations;
  if (first === undefined) throw new Error("The demo's accounts need an organization to belong to.");
  const few = first.propertyIds.slice(0, 3);
  const most = first.propertyIds.slice(0, Math.max(1, Math.ceil(first.propertyIds.length * 0.8)));
  const people: Omit<NewUser, "password">[] = [
    {
      email: "admin@dripline.example",
      firstName: "Ada",
      lastName: "Admin",
      staffRole: "IONAdmin",
      memberships: [],
    },
    {
      email: "orgadmin@dripline.example",
      firstName: "Oscar",
      lastName: "Rivers",
      memberships: organizations.slice(0, 2).map((organization) => ({
        organizationId: organization.id,
        role: "organization admin",
        permissions: ["reporting.view_property_data_report", "reporting.view_asset_data_report"],
        propertyIds: organization.propertyIds,
      })),
    },
    {
      email: "property@dripline.example",
      firstName: "Paula",
      lastName: "Brooks",
      memberships: [
        {
          organizationId: first.id,
          role: "organization member",
          permissions: ["reporting.view_property_data_report"],
          propertyIds: few,
        },
      ],
    },
    {
      email: "portfolio@dripline.example",
      firstName: "Peter",
      lastName: "Wells",
      memberships: [
        {
          organizationId: first.id,
          role: "organization member",
          permissions: ["reporting.view_asset_data_report"],
          propertyIds: most,
        },
      ],
    },
  ];
  const found = await queryRows(connections.accounts, EmailRow)`
    select email from users where email = any(${people.map(({ email }) => email)}::text[]) and deleted_at is null`;
  const existing = new Set(found.map(({ email }) => email));
  for (const person of people) {
    if (!existing.has(person.email)) await createUser(connections, { ...person, password: PASSWORD });
  }
}

/** The e-mails of the demo's accounts that can still be entered with the password that everybody can read here. */
export async function knownPasswords({ accounts }: Connections): Promise<string[]> {
  const emails = demoAccountList.map(({ email }) => email);
  const found = await queryRows(accounts, DemoAccountRow)`
    select u.email, c.password from users u join credentials c on c.user_id = u.id
    where u.email = any(${emails}::text[]) and u.deleted_at is null and c.password is not null
    order by u.id`;
  const open: string[] = [];
  for (const { email, password } of found) if (await isPassword(password, PASSWORD)) open.push(email);
  return open;
}
