import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { signedInRoute } from "../../../app/route/signed-in-route.ts";
import { profileQueries } from "./view/profile-queries.ts";

/** The user's own page; also where those arrive who may see nothing else. */
export const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/profile",
  loader: ({ context }) => prefetch(context.queryClient, profileQueries(context.me)),
  component: lazyRouteComponent(() => import("./ProfilePage.tsx"), "ProfilePage"),
});
