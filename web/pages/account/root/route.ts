import { createRoute, redirect } from "@tanstack/react-router";
import { firstScreen } from "../../../app/access.ts";
import { signedInRoute } from "../../../app/signed-in-route.ts";

/** The root shows nothing of its own: it opens the first screen that the user may see. */
export const rootScreenRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/",
  beforeLoad: ({ context }) => {
    throw redirect({ to: firstScreen(context.me), replace: true });
  },
});
