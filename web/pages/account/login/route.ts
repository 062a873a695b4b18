import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../../app/root-route.tsx";
import { textOf } from "../../../app/search-text.ts";
import { returnPath } from "./return-path.ts";

/** Signing in; `return_to` is the page to go on with. */
export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: (raw: Record<string, unknown>): { return_to?: string } => ({
    return_to: returnPath(textOf(raw.return_to)),
  }),
  component: lazyRouteComponent(() => import("./LoginPage.tsx"), "LoginPage"),
});
