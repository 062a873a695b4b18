import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { organizationsQuery, organizationsSearch, unassignedCountQuery } from "./organizations.ts";

/** The organizations and what is theirs. */
export const organizationsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin/organizations",
  validateSearch: organizationsSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "ion-admin"),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(organizationsQuery(deps));
    void queryClient.prefetchQuery(unassignedCountQuery());
  },
  component: lazyRouteComponent(() => import("./OrganizationsPage.tsx"), "OrganizationsPage"),
});
