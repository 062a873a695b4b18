import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { startQueries } from "./start-queries.ts";
import { startSearch } from "./start-search.ts";

/** From an empty installation to the first leak. */
export const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin/start",
  validateSearch: startSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "ion-admin"),
  loaderDeps: ({ search: { property_id } }) => ({ property_id }),
  loader: ({ context, deps }) => prefetch(context.queryClient, startQueries(deps.property_id)),
  component: lazyRouteComponent(() => import("./StartPage.tsx"), "StartPage"),
});
