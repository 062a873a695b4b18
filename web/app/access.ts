import type { Me } from "../../contract/accounts/session.ts";

/** What a screen may ask for. */
export type Access = "property" | "portfolio" | "ion-admin" | "admin";

/** Whether the user may see screens of that kind. */
export function mayAccess(me: Me, access: Access): boolean {
  const admin = me.role === "IONAdmin";
  switch (access) {
    case "property":
      return admin || me.permissions.includes("reporting.view_property_data_report");
    case "portfolio":
      return admin || me.permissions.includes("reporting.view_asset_data_report");
    case "ion-admin":
      return admin;
    case "admin":
      return admin || me.role === "organization admin";
  }
}

/** The screens that open first, in the order in which they are tried. */
const firstScreens = [
  { access: "portfolio", path: "/cockpit" },
  { access: "property", path: "/top5-leaks-home" },
  { access: "ion-admin", path: "/admin/properties" },
  { access: "admin", path: "/admin/users" },
] as const satisfies readonly { access: Access; path: string }[];

/** Where the product opens for a user, and where a page without access sends them: /profile when nothing else is open. */
export function firstScreen(me: Me): (typeof firstScreens)[number]["path"] | "/profile" {
  return firstScreens.find(({ access }) => mayAccess(me, access))?.path ?? "/profile";
}

/** Whether the organization selector is shown: to organization admins and members of more than one organization. */
export function choosesOrganization(me: Me): boolean {
  return (me.role === "organization admin" || me.role === "organization member") && me.organizations.length > 1;
}
