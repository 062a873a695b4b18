import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../server/config.ts";
import { startServer } from "../../server/start-server.ts";
import { buildWeb } from "../build-web.ts";
import { openBrowser, pictures, screensNamed } from "./pictures.ts";

// Pictures of every screen and dialog with data, empty and failing, at three widths, light and dark, to be looked at:
// npm run screenshots, or with a part of a screen's name for a few. They come into screenshots/.
const folder = "screenshots";

/** The product that PRODUCT_URL names, or one of our own with the demo. */
async function product(): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = process.env.PRODUCT_URL;
  if (url !== undefined) return { url, stop: async () => {} };
  buildWeb();
  const data = await mkdtemp(join(tmpdir(), "dripline-screenshots-"));
  // Started by root, Postgres runs as another user, who must be able to enter.
  await chmod(data, 0o755);
  process.stdout.write("Starting with the demo…\n");
  const server = await startServer(readConfig({ DATA_DIR: data, PORT: "0", DEMO: "on", LOG_LEVEL: "error" }), () => {});
  return { url: server.url, stop: () => server.stop().then(() => rm(data, { recursive: true, force: true })) };
}

const { url, stop } = await product();
const browser = await openBrowser();
await mkdir(folder, { recursive: true });
for (const screen of screensNamed(process.argv[2] ?? "")) {
  for await (const { name, png } of pictures(browser, url, screen)) {
    await writeFile(join(folder, name), png);
    process.stdout.write(`${join(folder, name)}\n`);
  }
}
await browser.close();
await stop();
