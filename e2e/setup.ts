import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";
import { chromiumFlags, findChromium } from "../scripts/chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the product under test answers, without a slash at the end. */
    baseUrl: string;
    /** Where the product writes its mails; null when that is not known. */
    mailFolder: string | null;
  }
}

/** The product as people meet it: an address, and a browser to open it with. */
export interface Product {
  baseUrl: string;
  browser: Browser;
  close(): Promise<void>;
}

/** Where the product runs, as the test run says. */
export function productUrl(): string {
  return inject("baseUrl");
}

/** Opens a browser beside the running product. */
export async function startProduct(baseUrl: string): Promise<Product> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  return { baseUrl, browser, close: () => browser.close() };
}
