import { t } from "@lingui/core/macro";
import type { QueryClient } from "@tanstack/react-query";
import { createRoute, redirect } from "@tanstack/react-router";
import type { Me } from "../../../contract/accounts/session.ts";
import { showLanguage } from "../../language/language.ts";
import { showDisplay } from "../../language/measure.ts";
import { type Access, choosesOrganization, firstScreen, mayAccess } from "../access.ts";
import { call } from "../api.ts";
import { ApiError } from "../api-error.ts";
import { keepSession, knowsSession } from "../known-session.ts";
import { preferencesQuery } from "../preferences.ts";
import { meQuery, read } from "../query.ts";
import { propertiesQuery } from "../report/report-queries.ts";
import { idOf, idsOf } from "../search-text.ts";
import { actIn } from "../session/act-in.ts";
import { FailedShell } from "../shell/FailedShell.tsx";
import { PlainShell } from "../shell/PlainShell.tsx";
import { SignedInShell } from "../shell/SignedInShell.tsx";
import { toast } from "../toast.ts";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { rootRoute } from "./root-route.tsx";

/** A page's address, as the router has it. */
interface Address {
  pathname: string;
  search: Readonly<Record<string, unknown>>;
}

/**
 * Switches to another of the user's organizations if a URL names it, or names properties of which the active one has
 * none: a colleague's link opens, whichever organization was active. The screen shows the switch. If the organization
 * cannot be determined, nothing changes.
 * @returns whether the organization changed
 */
async function followLink(client: QueryClient, me: Me, address: Address): Promise<boolean> {
  if (!choosesOrganization(me)) return false;
  const others = me.organizations.filter(({ id }) => id !== me.current_organization_id);
  const meant = await organizationOf(client, address, others).catch(() => undefined);
  const found = others.find(({ id }) => id === meant);
  if (found === undefined) return false;
  await actIn(client, found.id);
  toast({ title: t`Switched to ${found.name}`, message: t`The page that you opened belongs to this organization.` });
  return true;
}

async function organizationOf(
  client: QueryClient,
  { pathname, search }: Address,
  others: readonly { id: number }[],
): Promise<number | undefined> {
  const [named, ...more] = idsOf(search.organization_id) ?? [];
  if (named !== undefined) return more.length === 0 ? named : undefined;
  const properties = propertiesNamed(pathname, search);
  if (properties.length === 0) return undefined;
  const isHere = (seen: readonly { id: number }[]) => seen.some(({ id }) => properties.includes(id));
  if (isHere(await client.ensureQueryData(propertiesQuery()))) return undefined;
  for (const { id } of others) {
    const theirs = read("GET /v1/reporting/my-properties/", { organization: id });
    // Without a right to reports there, nothing of it can be opened.
    const seen = await client.fetchQuery(theirs).catch(() => []);
    if (isHere(seen)) return id;
  }
  return undefined;
}

function propertiesNamed(pathname: string, search: Address["search"]): number[] {
  const inPath = idOf(/^\/properties\/([^/]+)/.exec(pathname)?.[1]);
  return inPath === undefined ? (idsOf(search.property_id) ?? []) : [inPath];
}

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
      // Columns of tables and the language come from them; nobody waits for them.
      void queryClient.ensureQueryData(preferencesQuery).then(
        ({ language }) => showLanguage(language),
        () => undefined,
      );
      if (me.second_factor_missing && location.pathname !== "/profile")
        throw redirect({ to: "/profile", replace: true });
      const isElsewhere = !preload && (await followLink(queryClient, me, location));
      const here = isElsewhere ? await queryClient.ensureQueryData(meQuery) : me;
      showDisplay(here);
      return { me: here };
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
