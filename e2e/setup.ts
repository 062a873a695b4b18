import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the product under test answers, without a slash at the end. */
    baseUrl: string;
  }
}

/** The product as people meet it: an address, and a browser to open it with. */
export interface Product {
  baseUrl: string;
  browser: Browser;
  close(): Promise<void>;
}

const flags = [
  "--no-sandbox",
  "--headless",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/**
 * Where the product runs: from the test run (`provide("baseUrl", ...)`) or from PRODUCT_URL.
 * @throws Error when neither says.
 */
export function productUrl(): string {
  const given: string | undefined = inject("baseUrl") ?? process.env.PRODUCT_URL;
  if (given === undefined) throw new Error("Say where the product runs: PRODUCT_URL=http://localhost:4000");
  return given;
}

/** Opens a browser beside the running product. */
export async function startProduct(baseUrl: string): Promise<Product> {
  const executablePath = process.env.CHROMIUM ?? installed.find((path) => existsSync(path));
  const browser = await chromium.launch({ executablePath, args: flags });
  return { baseUrl, browser, close: () => browser.close() };
}
