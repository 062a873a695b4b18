import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { idOf } from "../../../app/search-text.ts";
import { caseMessagesQuery, caseQuery } from "../report/cases-calls.ts";
import { caseSearch } from "./case-search.ts";

/** One leak case: what it costs, what was done, and what comes next. */
export const caseRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/cases/$case_id",
  validateSearch: caseSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "property", "portfolio"),
  loader: ({ context, params }) => {
    const id = idOf(params.case_id);
    if (id !== undefined) prefetch(context.queryClient, { whole: caseQuery(id), messages: caseMessagesQuery(id) });
  },
  component: lazyRouteComponent(() => import("./CasePage.tsx"), "CasePage"),
});
