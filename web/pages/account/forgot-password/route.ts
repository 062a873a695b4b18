import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../../app/route/root-route.tsx";

/** Asking for a link to choose a new password. */
export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/forgot-password",
  component: lazyRouteComponent(() => import("./ForgotPasswordPage.tsx"), "ForgotPasswordPage"),
});
