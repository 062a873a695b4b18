import { existsSync } from "node:fs";
import { installDebianPackage } from "../server/testing/debian-package.ts";

/** Chromium without a window of its own: it runs the browser tests in two thirds of the time. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

const PLACES = [
  HEADLESS_SHELL,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * The Chromium for tests and screenshots: CHROMIUM, or the system's; as root on Debian it is installed if missing.
 * @throws Error with what to do if it is missing and cannot be installed.
 */
export function findChromium(): string {
  const given = process.env.CHROMIUM;
  const found = (given === undefined ? PLACES : [given]).find((path) => existsSync(path));
  if (found !== undefined) return found;
  if (given === undefined) {
    installDebianPackage("chromium-headless-shell", "the browser tests");
    if (existsSync(HEADLESS_SHELL)) return HEADLESS_SHELL;
  }
  throw new Error(
    "The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM to its path.",
  );
}

/** For a browser without a screen, also as root, that talks to nobody but the page. */
export const chromiumFlags = [
  "--no-sandbox",
  "--headless",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
