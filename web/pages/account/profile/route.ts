import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { propertiesQuery } from "../../../app/report/report-queries.ts";
import { signedInRoute } from "../../../app/route/signed-in-route.ts";
import { secondFactorQuery, sessionsQuery } from "./view/profile-queries.ts";

/** The user's own page; also where those arrive who may see nothing else. */
export const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/profile",
  loader: ({ context: { queryClient, me } }) => {
    void queryClient.prefetchQuery(secondFactorQuery);
    void queryClient.prefetchQuery(sessionsQuery());
    // Without a second factor that they must have, nothing but the own account is answered.
    if (!me.second_factor_missing) void queryClient.prefetchQuery(propertiesQuery());
  },
  component: lazyRouteComponent(() => import("./ProfilePage.tsx"), "ProfilePage"),
});
