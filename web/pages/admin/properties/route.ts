import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { allOrganizationsQuery } from "../organizations/organizations.ts";
import { propertiesQuery } from "./view/properties-query.ts";
import { propertiesSearch } from "./view/properties-search.ts";

/** Properties and the organizations that they belong to. */
export const adminPropertiesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin/properties",
  validateSearch: propertiesSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "ion-admin"),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(propertiesQuery(deps));
    void queryClient.prefetchQuery(allOrganizationsQuery());
  },
  component: lazyRouteComponent(() => import("./AdminPropertiesPage.tsx"), "AdminPropertiesPage"),
});
