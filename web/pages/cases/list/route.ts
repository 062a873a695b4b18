import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { mayAccess } from "../../../app/access.ts";
import { prefetch } from "../../../app/query.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { casesQueries } from "./cases-queries.ts";
import { casesSearch } from "./cases-search.ts";

/** The leak cases and what to do about them. */
export const casesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/cases",
  validateSearch: casesSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "property", "portfolio"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, casesQueries(deps, context.me.email, mayAccess(context.me, "property"))),
  component: lazyRouteComponent(() => import("./CasesPage.tsx"), "CasesPage"),
});
