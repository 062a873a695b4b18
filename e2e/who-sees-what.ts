/** Rights that open screens. */
export type Right = "property" | "portfolio" | "ion-admin" | "admin";

/** What a route asks for: one of these rights; nothing but a session; nothing at all; or it leads on by itself. */
export type RouteAccess = readonly Right[] | "a session" | "nobody" | "leads on";

/**
 * Every route of the product and what it asks for. The screens that the specification lists are as its table says; pages
 * that reports of both areas lead to open with the right for either; what belongs to administrators opens for them.
 */
export const routes: Readonly<Record<string, RouteAccess>> = {
  "/": "leads on",
  "/login": "nobody",
  "/first-admin": "nobody",
  "/forgot-password": "nobody",
  "/invitation": "nobody",
  "/reset-password": "nobody",
  "/vendor-report": "nobody",
  "/acknowledge": "nobody",
  "/unsubscribe": "nobody",
  "/profile": "a session",
  "/notifications": "a session",
  "/top5-leaks-home": ["property"],
  "/top5-leaks-details": ["property"],
  "/gateway-device-health": ["property"],
  "/history": ["property"],
  "/history/leak-detail": ["property"],
  "/cockpit": ["portfolio"],
  "/properties": ["portfolio"],
  "/portfolio-gateway-device-health": ["portfolio"],
  "/finance": ["portfolio"],
  "/owner-report": ["portfolio"],
  "/compare-periods": ["portfolio"],
  "/properties/$property_id": ["property", "portfolio"],
  "/properties/$property_id/leak-detail": ["property", "portfolio"],
  "/alerts": ["property", "portfolio"],
  "/cases": ["property", "portfolio"],
  "/cases/times": ["property", "portfolio"],
  "/cases/$case_id": ["property", "portfolio"],
  "/my-cases": ["property"],
  "/admin/users": ["admin"],
  "/admin/data": ["admin"],
  "/admin/settings": ["admin"],
  "/admin/audit-log": ["admin"],
  "/admin/organizations": ["ion-admin"],
  "/admin/properties": ["ion-admin"],
  "/admin/properties/$propertyId": ["ion-admin"],
  "/admin/start": ["ion-admin"],
};

/** The first screen of each area, in the order in which those without access to a page are sent to them. */
const firstOf: readonly (readonly [Right, string])[] = [
  ["portfolio", "/cockpit"],
  ["property", "/top5-leaks-home"],
  ["ion-admin", "/admin/properties"],
  ["admin", "/admin/users"],
];

/** Somebody who opens screens: a session that lives or not, and what it may see. */
export interface Standing {
  isSignedIn: boolean;
  rights: readonly Right[];
  /** They must set up a second factor before anything else. */
  lacksSecondFactor?: boolean;
}

/** Where somebody arrives who opens a route. @param path of it, as its address has it */
export function arrival(
  access: RouteAccess,
  path: string,
  { isSignedIn, rights, lacksSecondFactor }: Standing,
): string {
  if (access === "nobody") return path;
  if (!isSignedIn) return "/login";
  if (lacksSecondFactor === true) return "/profile";
  if (access === "a session") return path;
  if (access !== "leads on" && access.some((right) => rights.includes(right))) return path;
  return firstOf.find(([right]) => rights.includes(right))?.[1] ?? "/profile";
}
