import { type Actor, actorOf } from "../../audit/audit.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import type { Clock } from "../../time/clock.ts";

/** Somebody who changes something of their own account. */
export interface Person extends Actor {
  userId: number;
  /** The organization they act in, whose admins may read of it; null for staff. */
  organizationId: number | null;
}

/** The signed-in person who makes a request about themselves. */
export function personOf(scope: RequestScope, request: { id: string }, clock: Clock): Person {
  const { userId, currentOrganizationId: organizationId } = scope;
  return { ...actorOf(scope, request, clock), userId, organizationId };
}
