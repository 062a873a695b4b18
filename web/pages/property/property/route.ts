import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { entrySearch } from "../../../app/report/filters/places-seen.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { idOf } from "../../../app/search-text.ts";
import { propertyQueries } from "./property-queries.ts";
import { preloadTab } from "./tab-code.ts";
import { propertySearch, propertyTab } from "./view/property-search.ts";

/** One property: address, contact, its water and its lists. A link may name the organization to use. */
export const propertyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/properties/$property_id",
  validateSearch: propertySearch,
  beforeLoad: async ({ context: { queryClient, me }, params, search, preload }) => {
    const { organization_id: [organization] = [], ...rest } = search;
    // It is the active organization already; for users who cannot choose one, the property alone identifies it.
    if (organization !== undefined && !preload) {
      throw redirect({ to: "/properties/$property_id", params, search: rest, replace: true });
    }
    requireAccess(me, "property", "portfolio");
    const complete = await entrySearch(queryClient, "property", search, idOf(params.property_id));
    if (complete) throw redirect({ to: "/properties/$property_id", params, search: complete, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => {
    const id = idOf(params.property_id);
    if (id === undefined) return;
    preloadTab(propertyTab(deps));
    prefetch(context.queryClient, propertyQueries(id, { ...deps, property_id: [id], organization_id: undefined }));
  },
  component: lazyRouteComponent(() => import("./PropertyPage.tsx"), "PropertyPage"),
});
