import type { Me } from "../../../contract/session.ts";
import { type Access, mayAccess } from "../access.ts";

/** A screen in the menu. */
export interface Item {
  label: string;
  to: "/top5-leaks-details" | "/history" | "/properties";
  /** "prefix": also on the pages below it. "exact, no meter": not while the page shows one meter's leak. */
  active: "prefix" | "exact, no meter";
}

/** An area of the product and its screens. */
export interface Section {
  name: string;
  access: Access;
  items: readonly Item[];
}

const sections: readonly Section[] = [
  {
    name: "Property Insights",
    access: "property",
    items: [
      { label: "Top 5 Leaks Details", to: "/top5-leaks-details", active: "exact, no meter" },
      { label: "History", to: "/history", active: "prefix" },
    ],
  },
  {
    name: "Portfolio Insights",
    access: "portfolio",
    items: [{ label: "Properties", to: "/properties", active: "prefix" }],
  },
];

/** The areas that the user may see. */
export function sectionsOf(me: Me): Section[] {
  return sections.filter(({ access }) => mayAccess(me, access));
}

/** Keeps the router from marking links by rules of its own: {@link isActive} says which is marked. */
export const ownLinksOnly = { exact: true, includeSearch: true } as const;

/** Whether the menu marks an item as the screen that is open. */
export function isActive(item: Item, pathname: string, search: { meter?: unknown }): boolean {
  if (item.active === "prefix") return pathname === item.to || pathname.startsWith(`${item.to}/`);
  return pathname === item.to && search.meter === undefined;
}

/** The area of the open screen; on screens of no area (the profile) the first that the user may see. */
export function currentSection(shown: readonly Section[], pathname: string): Section | undefined {
  const has = ({ items }: Section) => items.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return shown.find(has) ?? shown[0];
}
