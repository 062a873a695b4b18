import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../../app/signed-in-route.ts";

/** The user's own page; also where those arrive who may see nothing else. */
export const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/profile",
  component: lazyRouteComponent(() => import("./ProfilePage.tsx"), "ProfilePage"),
});
