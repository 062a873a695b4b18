import { createRoute, redirect } from "@tanstack/react-router";
import type { Me } from "../../../contract/accounts/session.ts";
import { type Access, firstScreen, mayAccess } from "../access.ts";
import { call } from "../api.ts";
import { ApiError } from "../api-error.ts";
import { keepSession, knowsSession } from "../known-session.ts";
import { NotFoundPage } from "../NotFoundPage.tsx";
import { preferencesQuery } from "../preferences.ts";
import { meQuery } from "../query.ts";
import { FailedShell } from "../shell/FailedShell.tsx";
import { PlainShell } from "../shell/PlainShell.tsx";
import { SignedInShell } from "../shell/SignedInShell.tsx";
import { followLink } from "./follow-link.ts";
import { rootRoute } from "./root-route.tsx";

/** Above all screens that need a user: loads who is signed in, or goes to the login page and comes back from there. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signed-in",
  beforeLoad: async ({ context, location, preload }): Promise<{ me: Me }> => {
    const { queryClient } = context;
    const return_to = location.href === "/" ? undefined : location.href;
    const toLogin = () => redirect({ to: "/login", search: { return_to }, replace: true });
    if (!knowsSession() && !(await call("GET /v1/session", {})).signed_in) throw toLogin();
    try {
      const me = await queryClient.ensureQueryData(meQuery);
      keepSession(true);
      // Columns of tables come from them; nobody waits for them.
      void queryClient.prefetchQuery(preferencesQuery);
      if (me.second_factor_missing && location.pathname !== "/profile")
        throw redirect({ to: "/profile", replace: true });
      const isElsewhere = !preload && (await followLink(queryClient, me, location));
      return { me: isElsewhere ? await queryClient.ensureQueryData(meQuery) : me };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      keepSession(false);
      throw toLogin();
    }
  },
  component: SignedInShell,
  notFoundComponent: NotFoundPage,
  pendingComponent: PlainShell,
  errorComponent: FailedShell,
});

/** Lets only users with one of these rights through; others go to their first screen. */
export function requireAccess(me: Me, ...anyOf: Access[]): void {
  if (!anyOf.some((access) => mayAccess(me, access))) throw redirect({ to: firstScreen(me), replace: true });
}
