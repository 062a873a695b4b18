import { t } from "@lingui/core/macro";
import type { Permission, Role } from "../../contract/accounts/session.ts";

/** The labels of permissions, by what they give access to. */
export const permissionNames: Readonly<Record<Permission, string>> = {
  "reporting.view_asset_data_report": t`Portfolio Insights`,
  "reporting.view_property_data_report": t`Property Insights`,
};

/** The labels of roles. */
export const roleNames: Readonly<Record<Role, string>> = {
  IONAdmin: "IONAdmin",
  "ION staff": t`ION staff`,
  "organization admin": t`Organization admin`,
  "organization member": t`Organization member`,
};
