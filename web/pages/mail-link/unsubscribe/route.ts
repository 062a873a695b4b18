import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../../app/route/root-route.tsx";

/** Ends the mails to somebody, by a link of a mail whose token stands behind the #. */
export const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/unsubscribe",
  component: lazyRouteComponent(() => import("./UnsubscribePage.tsx"), "UnsubscribePage"),
});
