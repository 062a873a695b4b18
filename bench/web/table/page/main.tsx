import { createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ThemeProvider } from "../../../../web/theme/ThemeProvider.tsx";
import { LeakTable } from "./LeakTable.tsx";

// The table's links need a router, as in the product.
const router = createRouter({ routeTree: createRootRoute({ component: LeakTable }) });

const root = document.getElementById("root");
if (root === null) throw new Error('index.html has no element with the id "root".');

createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <RouterProvider router={router} />
    </ThemeProvider>
  </StrictMode>,
);
