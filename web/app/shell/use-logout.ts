import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { setActiveOrganization } from "../active-organization.ts";
import { call } from "../api.ts";
import { forgetAllViews } from "../report/saved-view.ts";

/** Ends the session and forgets all of it in this browser; goes to the login page also when the server is away. */
export function useLogout(): () => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async () => {
    await call("DELETE /v1/session", {}).catch(console.warn);
    setActiveOrganization(null);
    forgetAllViews();
    await router.navigate({ to: "/login", replace: true });
    client.clear();
  };
}
