import type { Permission, Role } from "../../contract/session.ts";

/** What permissions open, as screens say it. */
export const permissionNames: Readonly<Record<Permission, string>> = {
  "reporting.view_asset_data_report": "Portfolio Insights",
  "reporting.view_property_data_report": "Property Insights",
};

/** Roles as screens say them. */
export const roleNames: Readonly<Record<Role, string>> = {
  IONAdmin: "IONAdmin",
  "ION staff": "ION staff",
  "organization admin": "Organization admin",
  "organization member": "Organization member",
};
