import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { rootRoute } from "../../../app/route/root-route.tsx";
import { textOf } from "../../../app/search-text.ts";
import { firstAdminQuery } from "../sign-in-queries.ts";

/** Making the first administrator, by the one-time link that the server prints. */
export const firstAdminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/first-admin",
  validateSearch: (raw: Record<string, unknown>): { token?: string } => ({ token: textOf(raw.token) }),
  loader: ({ context }) => prefetch(context.queryClient, { firstAdmin: firstAdminQuery }),
  component: lazyRouteComponent(() => import("./FirstAdminPage.tsx"), "FirstAdminPage"),
});
