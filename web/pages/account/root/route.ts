import type { QueryClient } from "@tanstack/react-query";
import { createRoute, redirect } from "@tanstack/react-router";
import { firstScreen, mayAccess } from "../../../app/access.ts";
import { read } from "../../../app/query.ts";
import { signedInRoute } from "../../../app/route/signed-in-route.ts";

/** The root shows nothing of its own: it opens the first screen that the user may see, or Getting Started where there is nothing to see yet. */
export const rootScreenRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/",
  beforeLoad: async ({ context: { me, queryClient } }) => {
    const isEmpty = mayAccess(me, "ion-admin") && (await hasNoProperty(queryClient));
    throw redirect({ to: isEmpty ? "/admin/start" : firstScreen(me), replace: true });
  },
});

/** Whether the installation has no property in use; if that cannot be determined, the screens show the error. */
async function hasNoProperty(client: QueryClient): Promise<boolean> {
  const one = read("GET /v1/admin/staff/inventory/organizations/properties", { query: { page: 1, page_size: 1 } });
  const known = client.getQueryData(one.queryKey);
  // Once there is one, nobody waits for the answer again.
  if (known !== undefined && known.count > 0) return false;
  return client.fetchQuery(one).then(
    ({ count }) => count === 0,
    () => false,
  );
}
