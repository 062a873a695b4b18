import { createRouter } from "@tanstack/react-router";
import { ApiError } from "./app/api-error.ts";
import { keepSession } from "./app/known-session.ts";
import { createQueryClient } from "./app/query.ts";
import { NotFoundPage } from "./app/route/NotFoundPage.tsx";
import { notFoundRoute } from "./app/route/not-found-route.ts";
import { rootRoute } from "./app/route/root-route.tsx";
import { signedInRoute } from "./app/route/signed-in-route.ts";
import { parseSearch, stringifySearch } from "./app/search-text.ts";
import { forgetSession } from "./app/session/forget-session.ts";
import { FailedPage } from "./app/shell/FailedPage.tsx";
import { firstAdminRoute } from "./pages/account/first-admin/route.ts";
import { forgotPasswordRoute } from "./pages/account/forgot-password/route.ts";
import { invitationRoute } from "./pages/account/invitation/route.ts";
import { loginRoute } from "./pages/account/login/route.ts";
import { profileRoute } from "./pages/account/profile/route.ts";
import { resetPasswordRoute } from "./pages/account/reset-password/route.ts";
import { rootScreenRoute } from "./pages/account/root/route.ts";
import { auditLogRoute } from "./pages/admin/audit-log/route.ts";
import { dataRoute } from "./pages/admin/data/route.ts";
import { organizationsRoute } from "./pages/admin/organizations/route.ts";
import { adminPropertiesRoute } from "./pages/admin/properties/route.ts";
import { adminPropertyRoute } from "./pages/admin/property/route.ts";
import { settingsRoute } from "./pages/admin/settings/route.ts";
import { startRoute } from "./pages/admin/start/route.ts";
import { usersRoute } from "./pages/admin/users/route.ts";
import { alertsRoute } from "./pages/alerts/route.ts";
import { casesRoute } from "./pages/cases/list/route.ts";
import { caseRoute } from "./pages/cases/one/route.ts";
import { myCasesRoute } from "./pages/cases/round/route.ts";
import { caseTimesRoute } from "./pages/cases/times/route.ts";
import { acknowledgeRoute } from "./pages/mail-link/acknowledge/route.ts";
import { unsubscribeRoute } from "./pages/mail-link/unsubscribe/route.ts";
import { notificationsRoute } from "./pages/notifications/route.ts";
import { cockpitRoute } from "./pages/portfolio/cockpit/route.ts";
import { comparePeriodsRoute } from "./pages/portfolio/compare-periods/route.ts";
import { portfolioDevicesRoute } from "./pages/portfolio/device-health/route.ts";
import { financeRoute } from "./pages/portfolio/finance/route.ts";
import { ownerReportRoute } from "./pages/portfolio/owner-report/route.ts";
import { propertiesRoute } from "./pages/portfolio/properties/route.ts";
import { gatewayRoute } from "./pages/property/gateway-device-health/route.ts";
import { historyRoute } from "./pages/property/history/route.ts";
import { historyLeakRoute, propertyLeakRoute } from "./pages/property/leak-detail/routes.ts";
import { propertyRoute } from "./pages/property/property/route.ts";
import { top5DetailsRoute } from "./pages/property/top5-leaks-details/route.ts";
import { top5HomeRoute } from "./pages/property/top5-leaks-home/route.ts";
import { vendorReportRoute } from "./pages/vendor-report/route.ts";

const routeTree = rootRoute.addChildren([
  loginRoute,
  firstAdminRoute,
  forgotPasswordRoute,
  invitationRoute,
  resetPasswordRoute,
  vendorReportRoute,
  acknowledgeRoute,
  unsubscribeRoute,
  signedInRoute.addChildren([
    rootScreenRoute,
    profileRoute,
    notificationsRoute,
    alertsRoute,
    casesRoute,
    caseRoute,
    caseTimesRoute,
    myCasesRoute,
    cockpitRoute,
    comparePeriodsRoute,
    financeRoute,
    ownerReportRoute,
    portfolioDevicesRoute,
    propertiesRoute,
    propertyRoute,
    propertyLeakRoute,
    historyRoute,
    historyLeakRoute,
    top5HomeRoute,
    top5DetailsRoute,
    gatewayRoute,
    usersRoute,
    organizationsRoute,
    adminPropertiesRoute,
    dataRoute,
    settingsRoute,
    auditLogRoute,
    startRoute,
    adminPropertyRoute,
    notFoundRoute,
  ]),
]);

/** The cache of all responses; a session that ended anywhere leads to the login page once. */
export const queryClient = createQueryClient((error) => {
  if (error instanceof ApiError && error.status === 401) void leave();
});

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  // What waits is shown for as long as there is to wait.
  defaultPendingMinMs: 0,
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});

// A screen's script does not wait until it is known who is signed in.
router.subscribe("onBeforeLoad", ({ toLocation }) => {
  for (const route of router.getMatchedRoutes(toLocation.pathname)[0]) void router.loadRouteChunk(route);
});

const outside: ReadonlySet<string> = new Set(
  [
    loginRoute,
    firstAdminRoute,
    forgotPasswordRoute,
    invitationRoute,
    resetPasswordRoute,
    vendorReportRoute,
    acknowledgeRoute,
    unsubscribeRoute,
  ].map(({ fullPath }) => fullPath),
);

async function leave(): Promise<void> {
  keepSession(false);
  const { pathname, href } = router.latestLocation;
  // Nobody is signed in on these, and nothing typed there is to be lost.
  if (outside.has(pathname)) return;
  const search = { return_to: href === "/" ? undefined : href };
  await forgetSession(queryClient, () => router.navigate({ to: "/login", search, replace: true }));
}

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
