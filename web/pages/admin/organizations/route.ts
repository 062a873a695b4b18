import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { organizationsQueries, organizationsSearch } from "./organizations.ts";

/** The organizations and what is theirs. */
export const organizationsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin/organizations",
  validateSearch: organizationsSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "ion-admin"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetch(context.queryClient, organizationsQueries(deps)),
  component: lazyRouteComponent(() => import("./OrganizationsPage.tsx"), "OrganizationsPage"),
});
