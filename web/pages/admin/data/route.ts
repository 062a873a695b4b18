import type { QueryClient } from "@tanstack/react-query";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { propertiesQuery } from "../../../app/report/report-queries.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { dataQueries } from "./view/data-queries.ts";
import { type DataSearch, dataSearch } from "./view/data-search.ts";

/** Imports, rejected rows, quarantine and corrections of a property. */
export const dataRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin/data",
  validateSearch: dataSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "admin"),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    prefetch(queryClient, { properties: propertiesQuery() });
    void prefetchProperty(queryClient, deps);
  },
  component: lazyRouteComponent(() => import("./DataPage.tsx"), "DataPage"),
});

async function prefetchProperty(client: QueryClient, search: DataSearch): Promise<void> {
  // Where the address names none, the first is shown.
  const named = search.property_id ?? (await client.ensureQueryData(propertiesQuery()).catch(() => []))[0]?.id;
  if (named !== undefined) prefetch(client, dataQueries(named, search));
}
