import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { idOf } from "../../../app/search-text.ts";
import { preloadTab } from "./tab-code.ts";
import { inventoryQueries } from "./view/inventory-queries.ts";
import { inventorySearch } from "./view/inventory-search.ts";

/** The inventory of one property: buildings, units, points, meters and gateways. */
export const adminPropertyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin/properties/$propertyId",
  validateSearch: inventorySearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "ion-admin"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => {
    const id = idOf(params.propertyId);
    if (id === undefined) return;
    preloadTab(deps.tab);
    prefetch(context.queryClient, inventoryQueries(id, deps));
  },
  component: lazyRouteComponent(() => import("./AdminPropertyPage.tsx"), "AdminPropertyPage"),
});
