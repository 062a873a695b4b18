import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { read } from "../../../app/query.ts";
import { entrySearch } from "../../../app/report/places-seen.ts";
import { reportSearch } from "../../../app/report/report-search.ts";
import { idOf } from "../../../app/search-text.ts";
import { requireAccess, signedInRoute } from "../../../app/signed-in-route.ts";
import { prefetchLeakList } from "../leak-list/prefetch.ts";

/** A property's name, address and contact. */
export function propertyQuery(id: number) {
  return read("GET /v1/reporting/leak-report/properties/{id}/overview", { params: { id } });
}

/** One property: where it is, whom to call, and its leaks. */
export const propertyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/properties/$property_id",
  validateSearch: reportSearch,
  beforeLoad: async ({ context, params, search }) => {
    requireAccess(context.me, "property", "portfolio");
    const complete = await entrySearch(context.queryClient, "property", search, idOf(params.property_id));
    if (complete) throw redirect({ to: "/properties/$property_id", params, search: complete, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => {
    const id = idOf(params.property_id);
    if (id === undefined) return;
    void context.queryClient.prefetchQuery(propertyQuery(id));
    prefetchLeakList(context.queryClient, { ...deps, property_id: [id], organization_id: undefined });
  },
  component: lazyRouteComponent(() => import("./PropertyPage.tsx"), "PropertyPage"),
});
