import type { QueryClient } from "@tanstack/react-query";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { Me } from "../../../../contract/accounts/session.ts";
import { prefetch } from "../../../app/query.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { allOrganizationsQuery } from "../organizations/organizations.ts";
import { chosenOrganization } from "./default-organization.ts";
import { preloadTab } from "./tab-code.ts";
import { settingsQueries } from "./view/settings-queries.ts";
import { type SettingsSearch, settingsSearch } from "./view/settings-search.ts";

/** Rules, price, keys and messages of an organization. */
export const settingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin/settings",
  validateSearch: settingsSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "admin"),
  loaderDeps: ({ search: { dialog, of, ...search } }) => search,
  loader: ({ context: { queryClient, me }, deps }) => {
    preloadTab(deps.tab);
    void prefetchSettings(queryClient, me, deps);
  },
  component: lazyRouteComponent(() => import("./SettingsPage.tsx"), "SettingsPage"),
});

async function prefetchSettings(client: QueryClient, me: Me, search: SettingsSearch): Promise<void> {
  if (me.role !== "IONAdmin") {
    if (me.current_organization_id !== null) prefetch(client, settingsQueries(me.current_organization_id, search));
    return;
  }
  if (search.organization_id !== undefined) prefetch(client, settingsQueries(search.organization_id, search));
  const all = await client.ensureQueryData(allOrganizationsQuery()).catch(() => undefined);
  const chosen = all && chosenOrganization(all, search.organization_id);
  if (chosen !== undefined) prefetch(client, settingsQueries(chosen.id, search));
}
