import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressAssets } from "./scripts/compress-assets.ts";

const server = "http://localhost:4000";

export default defineConfig({
  root: "web",
  plugins: [react(), compressAssets()],
  build: { outDir: "dist", emptyOutDir: true, target: "es2023", chunkSizeWarningLimit: 700 },
  server: { proxy: { "/v1": server, "/auth": server, "/health": server, "/api-docs": server } },
});
