import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { setActiveOrganization } from "../active-organization.ts";
import { call } from "../api.ts";
import { meQuery } from "../query.ts";
import { forgetAllViews } from "../report/saved-view.ts";

/** Screens that make sense in any organization; from all others (one property, one meter) the switch goes home. */
const lists = ["/properties", "/top5-leaks-details", "/history", "/profile"] as const;

/** Acts in another organization: selections, pages and filters are reset, and nothing of the former one stays in sight. */
export function useOrganizationSwitch(): (organization: number) => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async (organization) => {
    setActiveOrganization(organization);
    // For other browsers and the next sign-in; this tab knows its own, so nothing depends on the answer.
    void call("PUT /v1/me/organization", {}).catch(() => undefined);
    forgetAllViews();
    await client.cancelQueries();
    client.clear();
    await client.prefetchQuery(meQuery);
    const here = lists.find((path) => path === router.state.location.pathname);
    await router.navigate({ to: here ?? "/" });
    await router.invalidate();
  };
}
