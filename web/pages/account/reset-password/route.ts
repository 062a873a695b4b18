import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../../app/route/root-route.tsx";

/** Choosing a new password by a mailed link, whose token stands behind the #. */
export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset-password",
  component: lazyRouteComponent(() => import("./ResetPasswordPage.tsx"), "ResetPasswordPage"),
});
