import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { compressAssets } from "../../../scripts/compress-assets.ts";
import { messagePlugins } from "../../../scripts/messages-plugins.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Builds the page with the table as the product is built: minified, in production, with a gzip of every file. */
export async function buildPage(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, "page"),
    plugins: [messagePlugins(), react(), compressAssets()],
    css: { postcss: ROOT },
    build: { outDir: folder, emptyOutDir: true, target: "es2023", chunkSizeWarningLimit: 1000 },
    logLevel: "warn",
  });
}
