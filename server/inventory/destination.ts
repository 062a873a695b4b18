import { wrongField } from "../problem/problem.ts";
import { checkOrganizationInScope } from "../query/organization-in-scope.ts";
import type { RequestScope } from "../query/request-scope.ts";

/**
 * Rejects a move of properties to where the caller would lose access to them.
 * @param organizationId null: into no organization, as only IONAdmins may
 * @throws ProblemError not_found for an organization out of the scope; invalid_fields for none
 */
export function checkDestination(scope: RequestScope, organizationId: number | null): void {
  if (organizationId !== null) checkOrganizationInScope(scope, organizationId);
  else if (scope.role !== "IONAdmin") throw wrongField("organization_id", "Choose one of your organizations.");
}
