import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { setActiveOrganization } from "../active-organization.ts";
import { call } from "../api.ts";
import { keepSession } from "../known-session.ts";
import { keepsOffline } from "../offline/keeps-offline.ts";
import { forgetOffline } from "../offline/offline-store.ts";
import { unsubscribe } from "../push/this-browser.ts";
import { forgetAllViews } from "../report/search/saved-view.ts";
import { forgetSession } from "./forget-session.ts";

/**
 * Ends the session and clears its data in this browser. If the server cannot be reached, the login page is opened, too,
 * and shows that the session may still be open.
 */
export function useLogout(): () => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async () => {
    const ended = await call("DELETE /v1/session", {}).then(
      () => true,
      () => false,
    );
    keepSession(false);
    setActiveOrganization(null);
    forgetAllViews();
    // Whoever uses this browser next must not read what is sent to the former user.
    await unsubscribe().catch(() => undefined);
    if (keepsOffline()) await forgetOffline().catch(() => undefined);
    const search = { signed_out: ended ? undefined : ("no" as const) };
    await forgetSession(client, () => router.navigate({ to: "/login", search, replace: true }));
  };
}
