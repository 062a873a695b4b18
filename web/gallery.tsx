import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { GalleryPage } from "./pages/gallery/GalleryPage.tsx";
import { ThemeProvider } from "./theme/ThemeProvider.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("gallery.html has no element with the id root");
createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <GalleryPage />
    </ThemeProvider>
  </StrictMode>,
);
