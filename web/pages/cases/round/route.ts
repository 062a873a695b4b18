import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { choiceOf, idOf } from "../../../app/search-text.ts";
import { type CaseDialog, caseDialogs } from "../report/next-step.ts";
import { myCasesQuery, savedCasesQuery } from "./my-cases-query.ts";
import { queuedReports } from "./report-queue.ts";

interface MyCasesSearch {
  /** The case that is open. */
  case_id?: number | undefined;
  /** What is being reported about it. */
  dialog?: CaseDialog | undefined;
}

/** The cases that are assigned to the user, also without a network. */
export const myCasesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/my-cases",
  validateSearch: (raw: Record<string, unknown>): MyCasesSearch => ({
    case_id: idOf(raw.case_id),
    dialog: choiceOf(raw.dialog, caseDialogs),
  }),
  beforeLoad: ({ context }) => requireAccess(context.me, "property"),
  loader: ({ context: { me, queryClient } }) =>
    prefetch(queryClient, {
      saved: savedCasesQuery(me.email),
      cases: myCasesQuery(me.email),
      reports: queuedReports(me),
    }),
  component: lazyRouteComponent(() => import("./MyCasesPage.tsx"), "MyCasesPage"),
});
