import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { Me } from "../contract/accounts/session.ts";
import { GalleryPage } from "./pages/gallery/GalleryPage.tsx";
import { ThemeProvider } from "./theme/ThemeProvider.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("gallery.html has no element with the id root");

const me: Me = {
  id: 1,
  email: "ada@example.com",
  first_name: "Ada",
  last_name: "Admin",
  business_title: "",
  username: "ada",
  is_staff: true,
  role: null,
  permissions: [],
  organizations: [],
  current_organization_id: null,
  second_factor_missing: false,
  measure: "gallon",
  currency: "USD",
  roles: [],
  assigned_organizations: [],
  assigned_properties: [],
  last_login: null,
  modified_at: "2026-05-01T00:00:00.000Z",
  preferences: {
    device_health_thresholds: { healthy: [95, 100], warning: [85, 94], critical: [0, 84] },
    favorites: { cockpit_overview_tiles: ["gbd"], property_overview_tiles: ["gbd"] },
  },
};
const rootRoute = createRootRoute();
// Parts of screens have links, and ask who is signed in.
const signedIn = createRoute({ getParentRoute: () => rootRoute, id: "signed-in", beforeLoad: () => ({ me }) });
const page = createRoute({ getParentRoute: () => signedIn, path: "/", component: GalleryPage });
const router = createRouter({
  routeTree: rootRoute.addChildren([signedIn.addChildren([page])]),
  history: createMemoryHistory(),
});

createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <RouterProvider router={router} />
    </ThemeProvider>
  </StrictMode>,
);
