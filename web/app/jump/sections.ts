import { t } from "@lingui/core/macro";
import type { Me } from "../../../contract/accounts/session.ts";
import { type Access, mayAccess } from "../access.ts";

/** A screen in the menu. */
export interface Item {
  label: string;
  to:
    | "/cases"
    | "/top5-leaks-home"
    | "/top5-leaks-details"
    | "/history"
    | "/gateway-device-health"
    | "/cockpit"
    | "/properties"
    | "/portfolio-gateway-device-health"
    | "/finance"
    | "/admin/start"
    | "/admin/users"
    | "/admin/organizations"
    | "/admin/properties"
    | "/admin/data"
    | "/admin/settings"
    | "/admin/audit-log";
  /** "prefix": also on the pages below it. "list": not while the page shows one meter's leak; "home": then it is. */
  active: "prefix" | "home" | "list";
  /** What it asks for beyond its area. */
  access?: Access;
}

/** An area of the product and its screens. */
export interface Section {
  name: string;
  access: Access;
  items: readonly Item[];
  /** Screens of it that the menu does not name: buttons on the others lead to them. */
  unlisted?: readonly string[];
}

const sections: readonly Section[] = [
  {
    name: t`Property Insights`,
    access: "property",
    items: [
      { label: t`Top 5 Leaks Home`, to: "/top5-leaks-home", active: "home" },
      { label: t`Top 5 Leaks Details`, to: "/top5-leaks-details", active: "list" },
      { label: t`History`, to: "/history", active: "prefix" },
      { label: t`Gateway & Device Health`, to: "/gateway-device-health", active: "prefix" },
      { label: t`Leak Cases`, to: "/cases", active: "prefix" },
    ],
  },
  {
    name: t`Portfolio Insights`,
    access: "portfolio",
    items: [
      { label: t`Cockpit`, to: "/cockpit", active: "prefix" },
      { label: t`Properties`, to: "/properties", active: "prefix" },
      { label: t`Device Health`, to: "/portfolio-gateway-device-health", active: "prefix" },
      { label: t`Finance`, to: "/finance", active: "prefix" },
      { label: t`Leak Cases`, to: "/cases", active: "prefix" },
    ],
    unlisted: ["/owner-report", "/compare-periods"],
  },
  {
    name: t`Admin`,
    access: "admin",
    items: [
      { label: t`User Management`, to: "/admin/users", active: "prefix" },
      { label: t`Organizations`, to: "/admin/organizations", active: "prefix", access: "ion-admin" },
      { label: t`Properties`, to: "/admin/properties", active: "prefix", access: "ion-admin" },
      { label: t`Data`, to: "/admin/data", active: "prefix" },
      { label: t`Settings`, to: "/admin/settings", active: "prefix" },
      { label: t`Audit Log`, to: "/admin/audit-log", active: "prefix" },
      { label: t`Getting Started`, to: "/admin/start", active: "prefix", access: "ion-admin" },
    ],
  },
];

/** The areas that the user may see. */
export function sectionsOf(me: Me): Section[] {
  return sections
    .filter(({ access }) => mayAccess(me, access))
    .map((section) => ({
      ...section,
      items: section.items.filter(({ access = section.access }) => mayAccess(me, access)),
    }));
}

/** Disables the router's own marking of active links: {@link isActive} decides which one is marked. */
export const ownLinksOnly = { exact: true, includeSearch: true } as const;

/** Whether the menu marks an item as the screen that is open. */
export function isActive(item: Item, pathname: string, search: { meter?: unknown }): boolean {
  if (item.active === "prefix") return pathname === item.to || pathname.startsWith(`${item.to}/`);
  const isLeak = pathname === "/top5-leaks-details" && search.meter !== undefined;
  return item.active === "home" ? pathname === item.to || isLeak : pathname === item.to && !isLeak;
}

/** The area of the open screen; on screens of no area (the profile) the first that the user may see. */
export function currentSection(shown: readonly Section[], pathname: string): Section | undefined {
  const has = ({ items, unlisted = [] }: Section) =>
    [...items.map(({ to }) => to), ...unlisted].some((path) => pathname === path || pathname.startsWith(`${path}/`));
  return shown.find(has) ?? shown[0];
}
