import { createRoute, redirect } from "@tanstack/react-router";
import type { Me } from "../../contract/session.ts";
import { type Access, firstScreen, mayAccess } from "./access.ts";
import { ApiError } from "./api-error.ts";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { preferencesQuery } from "./preferences.ts";
import { meQuery } from "./query.ts";
import { rootRoute } from "./root-route.tsx";
import { FailedShell } from "./shell/FailedShell.tsx";
import { PlainShell } from "./shell/PlainShell.tsx";
import { SignedInShell } from "./shell/SignedInShell.tsx";

/** Above all screens that need a user: loads who is signed in, or goes to the login page and comes back from there. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signed-in",
  beforeLoad: async ({ context, location }): Promise<{ me: Me }> => {
    try {
      // Columns of tables come from them; nobody waits for them.
      void context.queryClient.prefetchQuery(preferencesQuery);
      const me = await context.queryClient.ensureQueryData(meQuery);
      if (me.second_factor_missing && location.pathname !== "/profile")
        throw redirect({ to: "/profile", replace: true });
      return { me };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      const return_to = location.href === "/" ? undefined : location.href;
      throw redirect({ to: "/login", search: { return_to }, replace: true });
    }
  },
  component: SignedInShell,
  // Below the user's own menu; an address outside of all screens has none.
  notFoundComponent: NotFoundPage,
  pendingComponent: PlainShell,
  errorComponent: FailedShell,
});

/** Lets only users with one of these rights through; others go to their first screen. */
export function requireAccess(me: Me, ...anyOf: Access[]): void {
  if (!anyOf.some((access) => mayAccess(me, access))) throw redirect({ to: firstScreen(me), replace: true });
}
