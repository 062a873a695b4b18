import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { organizationsQuery, propertiesQuery, setupQuery } from "./start-queries.ts";
import { startSearch } from "./start-search.ts";

/** From an empty installation to the first leak. */
export const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin/start",
  validateSearch: startSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "ion-admin"),
  loaderDeps: ({ search: { property_id } }) => ({ property_id }),
  loader: ({ context: { queryClient }, deps: { property_id } }) => {
    void queryClient.prefetchQuery(organizationsQuery());
    void queryClient.prefetchQuery(propertiesQuery());
    if (property_id !== undefined) void queryClient.prefetchQuery(setupQuery(property_id));
  },
  component: lazyRouteComponent(() => import("./StartPage.tsx"), "StartPage"),
});
