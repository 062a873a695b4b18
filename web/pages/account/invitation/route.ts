import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../../app/route/root-route.tsx";

/** Taking an invitation by its link, whose token stands behind the #. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invitation",
  component: lazyRouteComponent(() => import("./InvitationPage.tsx"), "InvitationPage"),
});
