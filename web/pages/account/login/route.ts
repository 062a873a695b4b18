import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { singleSignOnFailures } from "../../../../contract/accounts/single-sign-on-failures.ts";
import { prefetch } from "../../../app/query.ts";
import { rootRoute } from "../../../app/route/root-route.tsx";
import { choiceOf, textOf } from "../../../app/search-text.ts";
import { firstAdminQuery, singleSignOnQuery } from "../sign-in-queries.ts";
import { returnPath } from "./return-path.ts";

/** How a sign-in at the provider may end. `code`: the account's own second factor is requested next. */
const ends = ["code", ...singleSignOnFailures] as const;

interface LoginSearch {
  /** The page to go on with. */
  return_to?: string;
  /** "no": a logout did not reach the server. */
  signed_out?: "no";
  /** "yes": a link has just set a new password. */
  password_set?: "yes";
  /** How a sign-in at the provider ended, when it was not at once with a session. */
  single_sign_on?: (typeof ends)[number] | undefined;
}

/** Signing in. */
export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: (raw: Record<string, unknown>): LoginSearch => ({
    return_to: returnPath(textOf(raw.return_to)),
    signed_out: choiceOf(raw.signed_out, ["no"]),
    password_set: choiceOf(raw.password_set, ["yes"]),
    single_sign_on: choiceOf(raw.single_sign_on, ends),
  }),
  loader: ({ context }) =>
    prefetch(context.queryClient, { singleSignOn: singleSignOnQuery, firstAdmin: firstAdminQuery }),
  component: lazyRouteComponent(() => import("./LoginPage.tsx"), "LoginPage"),
});
