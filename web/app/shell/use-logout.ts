import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { setActiveOrganization } from "../active-organization.ts";
import { call } from "../api.ts";
import { keepSession } from "../known-session.ts";
import { forgetAllViews } from "../report/saved-view.ts";

/**
 * Ends the session and forgets all of it in this browser. When the server is away the login page comes too, and says
 * that the session may still be open.
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
    await router.navigate({ to: "/login", search: { signed_out: ended ? undefined : "no" }, replace: true });
    client.clear();
  };
}
