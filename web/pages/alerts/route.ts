import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch } from "../../app/query.ts";
import { requireAccess, signedInRoute } from "../../app/route/signed-in-route.ts";
import { alertsQueries } from "./alerts-queries.ts";
import { alertsSearch } from "./alerts-search.ts";

/** What a person should know of. */
export const alertsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/alerts",
  validateSearch: alertsSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "property", "portfolio"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetch(context.queryClient, alertsQueries(deps)),
  component: lazyRouteComponent(() => import("./AlertsPage.tsx"), "AlertsPage"),
});
