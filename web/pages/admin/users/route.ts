import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { propertiesQuery } from "../../../app/report/report-queries.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { enumsQuery, organizationsQuery, propertiesOfQuery, usersQuery } from "./queries/users-query.ts";
import { usersSearch } from "./queries/users-search.ts";
import { viewerOf } from "./queries/viewer.ts";

/** Who may see what. */
export const usersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin/users",
  validateSearch: usersSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "admin"),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, me }, deps }) => {
    const viewer = viewerOf(me);
    if (viewer === undefined) return;
    void queryClient.prefetchQuery(usersQuery(viewer, deps));
    void queryClient.prefetchQuery(enumsQuery());
    if (viewer.isStaff) {
      void queryClient.prefetchQuery(organizationsQuery());
      void queryClient.prefetchQuery(propertiesQuery());
    } else {
      void queryClient.prefetchQuery(propertiesOfQuery(viewer.organization.id));
    }
  },
  component: lazyRouteComponent(() => import("./UsersPage.tsx"), "UsersPage"),
});
