import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { propertiesQuery } from "../../../app/report/report-queries.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { importsQuery, quarantineQuery, rejectedQuery, repairsQuery, waitingQuery } from "./view/data-queries.ts";
import { dataSearch } from "./view/data-search.ts";

/** Imports, rejected rows, quarantine and corrections of a property. */
export const dataRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin/data",
  validateSearch: dataSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "admin"),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(propertiesQuery());
    const { property_id: id, tab } = deps;
    if (id === undefined) return;
    void queryClient.prefetchQuery(waitingQuery(id));
    if (tab === undefined) void queryClient.prefetchQuery(importsQuery(id, deps));
    if (tab === "rejected") void queryClient.prefetchQuery(rejectedQuery(id, deps));
    if (tab === "quarantine") void queryClient.prefetchQuery(quarantineQuery(id, deps));
    if (tab === "repairs") void queryClient.prefetchQuery(repairsQuery(id, deps));
  },
  component: lazyRouteComponent(() => import("./DataPage.tsx"), "DataPage"),
});
