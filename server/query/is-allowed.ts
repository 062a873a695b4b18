import type { Access } from "../../contract/call/call.ts";
import type { RequestScope } from "./request-scope.ts";

/** Policies of calls for people. */
export type Policy = Exclude<Access, "public" | "gateway">;

/** Whether a policy admits a scope, before the target of the call is checked. */
export function isAllowed(access: Policy, scope: Pick<RequestScope, "isStaff" | "role" | "permissions">): boolean {
  const property = scope.permissions.includes("reporting.view_property_data_report");
  const portfolio = scope.permissions.includes("reporting.view_asset_data_report");
  const admin = scope.role === "IONAdmin" || scope.role === "organization admin";
  return {
    "signed-in": true,
    property,
    portfolio,
    "property-or-portfolio": property || portfolio,
    admin,
    "portfolio-or-admin": portfolio || admin,
    "report-or-admin": property || portfolio || admin,
    staff: scope.isStaff,
    "ion-admin": scope.role === "IONAdmin",
  }[access];
}
