import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { call } from "../api.ts";
import { actIn } from "./act-in.ts";

/** Screens that make sense in any organization; from all others (one property, one meter) the switch goes home. */
const lists = [
  "/cockpit",
  "/finance",
  "/properties",
  "/portfolio-gateway-device-health",
  "/compare-periods",
  "/owner-report",
  "/top5-leaks-home",
  "/top5-leaks-details",
  "/history",
  "/gateway-device-health",
  "/alerts",
  "/cases",
  "/cases/times",
  "/my-cases",
  "/profile",
  "/notifications",
  "/admin/users",
  "/admin/data",
  "/admin/settings",
  "/admin/audit-log",
] as const;

/** The screen to show of another organization: the same one, or the first that the user may see there. */
export function screenAfterSwitch(pathname: string): (typeof lists)[number] | "/" {
  return lists.find((path) => path === pathname) ?? "/";
}

/** Acts in another organization: selections, pages and filters are reset, and nothing of the former one stays in sight. */
export function useOrganizationSwitch(): (organization: number) => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async (organization) => {
    await actIn(client, organization);
    // For other browsers and the next sign-in; this tab knows its own, so nothing depends on the answer.
    void call("PUT /v1/me/organization", {}).catch(() => undefined);
    await router.navigate({ to: screenAfterSwitch(router.state.location.pathname) });
    await router.invalidate();
  };
}
