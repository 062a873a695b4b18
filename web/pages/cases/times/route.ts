import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { timesQueries } from "./times-queries.ts";
import { timesSearch } from "./times-search.ts";

/** How long leak cases take. */
export const caseTimesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/cases/times",
  validateSearch: timesSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "property", "portfolio"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetch(context.queryClient, timesQueries(deps)),
  component: lazyRouteComponent(() => import("./CaseTimesPage.tsx"), "CaseTimesPage"),
});
