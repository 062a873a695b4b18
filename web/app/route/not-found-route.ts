import { createRoute } from "@tanstack/react-router";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { signedInRoute } from "./signed-in-route.ts";

/** An address that leads nowhere, below the user's own menu like every screen. */
export const notFoundRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "$",
  component: NotFoundPage,
});
