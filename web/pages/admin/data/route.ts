import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { propertiesQuery } from "../../../app/report/report-queries.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { dataQueries } from "./view/data-queries.ts";
import { dataSearch } from "./view/data-search.ts";

/** Imports, rejected rows, quarantine and corrections of a property. */
export const dataRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin/data",
  validateSearch: dataSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "admin"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, {
      properties: propertiesQuery(),
      ...(deps.property_id === undefined ? {} : dataQueries(deps.property_id, deps)),
    }),
  component: lazyRouteComponent(() => import("./DataPage.tsx"), "DataPage"),
});
