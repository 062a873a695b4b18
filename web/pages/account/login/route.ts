import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../../app/root-route.tsx";
import { textOf, wordOf } from "../../../app/search-text.ts";
import { returnPath } from "./return-path.ts";

interface LoginSearch {
  /** The page to go on with. */
  return_to?: string;
  /** "no": a logout did not reach the server. */
  signed_out?: "no";
  /** "yes": a link has just set a new password. */
  password_set?: "yes";
}

/** Signing in. */
export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: (raw: Record<string, unknown>): LoginSearch => ({
    return_to: returnPath(textOf(raw.return_to)),
    signed_out: wordOf(raw.signed_out, ["no"]),
    password_set: wordOf(raw.password_set, ["yes"]),
  }),
  component: lazyRouteComponent(() => import("./LoginPage.tsx"), "LoginPage"),
});
