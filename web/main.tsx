import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { firstFigures } from "./app/first-figures.ts";
import { reloadOnNewRelease } from "./app/new-release.ts";
import { language } from "./language/language.ts";
import { queryClient, router } from "./router.tsx";
import { ThemeProvider } from "./theme/ThemeProvider.tsx";

reloadOnNewRelease();
document.documentElement.lang = language;

const root = document.getElementById("root");
if (root === null) throw new Error('index.html has no element with the id "root".');

/** Shows the app with its first figures, or without them where they keep one waiting. */
async function open(element: HTMLElement): Promise<void> {
  await firstFigures(router, queryClient);
  createRoot(element).render(
    <StrictMode>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>,
  );
}

void open(root);
