import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressAssets } from "./scripts/compress-assets.ts";
import { galleryInDevelopment } from "./scripts/gallery-in-development.ts";
import { messagePlugins } from "./scripts/messages-plugins.ts";
import { rejectCircles } from "./scripts/reject-circles.ts";

const server = "http://localhost:4000";

/**
 * By itself the builder makes a file of each shared module: sixty for a screen. The headers of each weigh 650 bytes, and
 * each costs a millisecond or two. What many screens share of our own is one file, and what the lists of administration
 * share; what they share of the kit is not: forms and windows of some would be loaded by all. Small files are not merged
 * into others: they could then import each other in a circle.
 */
const fewerFiles = [
  { name: "first", tags: ["$initial" as const], priority: 2 },
  { name: "screens", test: /web\/(app\/(?!form)|components)\/|@tabler|@tanstack/, minShareCount: 5, priority: 1.5 },
  { name: "lists", test: /web\/pages\/admin\/list\//, minShareCount: 2, priority: 1.2 },
  { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 0, priority: 1 },
];

export default defineConfig({
  root: "web",
  plugins: [messagePlugins(), react(), compressAssets(), galleryInDevelopment(), rejectCircles()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: fewerFiles } } },
  },
  server: { proxy: { "/v1": server, "/auth": server, "/health": server, "/api-docs": server } },
});
