import type { Scope } from "../database/connect.ts";
import { notThere } from "../problem/problem.ts";

/** @throws ProblemError not_found for an organization out of the scope, exactly as for one that does not exist */
export function checkOrganizationInScope(scope: Scope, organizationId: number): void {
  if (!scope.organizationIds.includes(organizationId)) throw notThere("organization");
}
