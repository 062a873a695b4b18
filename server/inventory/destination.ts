import type { RequestScope } from "../accounts/scope.ts";
import { checkOrganizationInScope } from "../organizations/organization-in-scope.ts";
import { wrongField } from "../problem.ts";

/**
 * Refuses to put properties where the caller would not find them again.
 * @param organizationId null: into no organization, as only IONAdmins may
 * @throws ProblemError not_found for an organization out of the scope; invalid_fields for none
 */
export function checkDestination(scope: RequestScope, organizationId: number | null): void {
  if (organizationId !== null) checkOrganizationInScope(scope, organizationId);
  else if (scope.role !== "IONAdmin") throw wrongField("organization_id", "Choose one of your organizations.");
}
