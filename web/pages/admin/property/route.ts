import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { idOf } from "../../../app/search-text.ts";
import { propertyQuery } from "../../property/property/view/property-query.ts";
import { preloadTab } from "./tab-code.ts";
import {
  buildingsQuery,
  choicesQuery,
  gatewaysQuery,
  metersQuery,
  occupancyQuery,
  pointsQuery,
  tokensQuery,
  unitsQuery,
} from "./view/inventory-queries.ts";
import { inventorySearch } from "./view/inventory-search.ts";

/** The inventory of one property: buildings, units, points, meters and gateways. */
export const adminPropertyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin/properties/$propertyId",
  validateSearch: inventorySearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "ion-admin"),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params, deps }) => {
    const id = idOf(params.propertyId);
    if (id === undefined) return;
    preloadTab(deps.tab);
    void queryClient.prefetchQuery(propertyQuery(id));
    void queryClient.prefetchQuery(choicesQuery(id));
    if (deps.tab === undefined) {
      void queryClient.prefetchQuery(buildingsQuery(id, deps));
      void queryClient.prefetchQuery(unitsQuery(id, deps));
    }
    if (deps.tab === "meters") {
      if (deps.list === "points") void queryClient.prefetchQuery(pointsQuery(id, deps));
      else void queryClient.prefetchQuery(metersQuery(id, deps));
    }
    if (deps.tab === "gateways") {
      void queryClient.prefetchQuery(gatewaysQuery(id));
      void queryClient.prefetchQuery(tokensQuery(id, deps));
    }
    if (deps.tab === "occupancy") void queryClient.prefetchQuery(occupancyQuery(id, deps));
  },
  component: lazyRouteComponent(() => import("./AdminPropertyPage.tsx"), "AdminPropertyPage"),
});
