import type { APIRequestContext, Page } from "playwright-core";
import type { Permission } from "../contract/accounts/session.ts";

/** What every person made here signs in with. */
export const ownPassword = "Quiet-Valves-7!";

/** Roles as the calls number them. */
export const roleIds = { IONAdmin: 1, "ION staff": 2, "organization admin": 3, "organization member": 4 } as const;

/** Somebody invited, not yet in. */
export interface Invited {
  id: number;
  email: string;
  /** The invitation's link: the product shows it where no mail server is set. */
  link: URL;
}

let people = 0;

/** An address that nobody has. */
function freshEmail(): string {
  people += 1;
  return `invited-${people}-${Date.now()}@example.com`;
}

/**
 * Creates an account by one of the calls that do. @param path of the call
 * @throws where it is rejected, with the answer
 */
export async function invite(request: APIRequestContext, path: string, person: object): Promise<Invited> {
  const email = freshEmail();
  const answer = await request.post(path, { data: { email, first_name: "Iris", ...person } });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  const { id, invitation_link } = await answer.json();
  return { id, email, link: new URL(invitation_link) };
}

/** Creates a member of the organization in which its admin acts, for that one's first property. */
export async function inviteMember(
  request: APIRequestContext,
  permissions: readonly Permission[] = ["reporting.view_property_data_report"],
): Promise<Invited> {
  const { current_organization_id } = await (await request.get("/v1/me")).json();
  const properties = await (await request.get(`/v1/organizations/${current_organization_id}/properties`)).json();
  return invite(request, `/v1/admin/external/organizations/${current_organization_id}/users`, {
    role: roleIds["organization member"],
    permissions,
    assigned_properties: [properties[0].id],
  });
}

/**
 * Adds an organization to an account. Where no mail goes out its e-mail is not proven: its user chooses a password again.
 * @returns the same with the link for that
 */
export async function addMembership(request: APIRequestContext, person: Invited, data: object): Promise<Invited> {
  const path = `/v1/admin/staff/organizations/users/external/${person.id}/memberships`;
  const answer = await request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  const { invitation_link } = await answer.json();
  return { ...person, link: new URL(invitation_link) };
}

/** Takes an invitation without its page: its user is signed in in the page's browser from here on. */
export async function acceptInvitation(page: Page, { link }: Invited): Promise<void> {
  const token = new URLSearchParams(link.hash.slice(1)).get("token");
  const answer = await page.request.post("/v1/invitation", { data: { token, password: ownPassword } });
  if (!answer.ok()) throw new Error(`The invitation was rejected: ${answer.status()} ${await answer.text()}`);
}

/** Signs somebody in without the page. */
export async function signIn(page: Page, email: string, password = ownPassword): Promise<void> {
  const answer = await page.request.post("/v1/session", { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} was not let in: ${answer.status()} ${await answer.text()}`);
}
