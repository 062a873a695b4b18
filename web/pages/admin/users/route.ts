import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { usersQueries } from "./queries/users-queries.ts";
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
    if (viewer !== undefined) prefetch(queryClient, usersQueries(viewer, deps));
  },
  component: lazyRouteComponent(() => import("./UsersPage.tsx"), "UsersPage"),
});
