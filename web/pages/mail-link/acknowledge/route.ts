import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../../app/route/root-route.tsx";

/** Takes a leak case on, by a link of a mail whose token stands behind the #. */
export const acknowledgeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/acknowledge",
  component: lazyRouteComponent(() => import("./AcknowledgePage.tsx"), "AcknowledgePage"),
});
