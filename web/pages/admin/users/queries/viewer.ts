import type { Me } from "../../../../../contract/accounts/session.ts";

/** Who manages users: staff all of them, an organization's admin those of the organization acted in. */
export type Viewer = { isStaff: true } | { isStaff: false; organization: { id: number; name: string } };

/** Whose users somebody manages; undefined: nobody's, as they act in no organization. */
export function viewerOf(me: Me): Viewer | undefined {
  if (me.is_staff) return { isStaff: true };
  const organization = me.organizations.find(({ id }) => id === me.current_organization_id);
  return organization && { isStaff: false, organization };
}
