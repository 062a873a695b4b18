import { type Permission, permission, type Role } from "../../contract/accounts/session.ts";
import type { Scope } from "../database/connect.ts";

/** The caller, their current organization, and what they may see there. */
export interface RequestScope extends Scope {
  /** 0: no user, but an API key or a command. */
  userId: number;
  /** A command of the installation's operator, audited by `email` alone; left out: no command. */
  isCommand?: true;
  /** The calling API key, which may read reports and nothing else; left out: a user. */
  apiKeyId?: number;
  email: string;
  /** They must set up a second factor before they see anything but their own account; left out: they need not. */
  lacksSecondFactor?: boolean;
  isStaff: boolean;
  role: Role | null;
  permissions: Permission[];
  /** The organization acted in; null for staff, who see all of theirs at once. */
  currentOrganizationId: number | null;
}

/** Of the names on record those that are permissions. */
export function isPermission(name: string): name is Permission {
  return permission.safeParse(name).success;
}
