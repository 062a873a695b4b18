import type { Permission, Role } from "../../contract/session.ts";
import type { Scope } from "../database/connect.ts";

/** Who asks, in which organization, and what they may see there. */
export interface RequestScope extends Scope {
  userId: number;
  email: string;
  isStaff: boolean;
  role: Role | null;
  permissions: Permission[];
  /** The organization acted in; null for staff, who see all of theirs at once. */
  currentOrganizationId: number | null;
}
