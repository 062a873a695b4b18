import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { propertiesQuery } from "../../../app/report/report-queries.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { auditQuery } from "./audit-query.ts";
import { auditSearch } from "./audit-search.ts";

/** Who did what. */
export const auditLogRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin/audit-log",
  validateSearch: auditSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "admin"),
  loaderDeps: ({ search: { open, ...search } }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(auditQuery(deps));
    prefetch(queryClient, { properties: propertiesQuery() });
  },
  component: lazyRouteComponent(() => import("./AuditLogPage.tsx"), "AuditLogPage"),
});
