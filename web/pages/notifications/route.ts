import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch } from "../../app/query.ts";
import { signedInRoute } from "../../app/route/signed-in-route.ts";
import { notificationsQueries } from "./notifications-queries.ts";

/** What the user is notified of, and when. */
export const notificationsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/notifications",
  loader: ({ context }) => prefetch(context.queryClient, notificationsQueries()),
  component: lazyRouteComponent(() => import("./NotificationsPage.tsx"), "NotificationsPage"),
});
