import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../app/route/root-route.tsx";

/** One leak for a vendor without an account, by a link whose token stands behind the #. */
export const vendorReportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/vendor-report",
  component: lazyRouteComponent(() => import("./VendorReportPage.tsx"), "VendorReportPage"),
});
