import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { propertiesQueries } from "./view/properties-queries.ts";
import { propertiesSearch } from "./view/properties-search.ts";

/** Properties and the organizations that they belong to. */
export const adminPropertiesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin/properties",
  validateSearch: propertiesSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "ion-admin"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetch(context.queryClient, propertiesQueries(deps)),
  component: lazyRouteComponent(() => import("./AdminPropertiesPage.tsx"), "AdminPropertiesPage"),
});
