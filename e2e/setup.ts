import { existsSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";
import { chromiumFlags, findChromium } from "../scripts/chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A product for each worker. */
    products: RunningProduct[];
  }
}

/** A product under test that runs. */
export interface RunningProduct {
  /** Where it answers, without a slash at the end. */
  baseUrl: string;
  /** Where it writes its mails; null when that is not known. */
  mailFolder: string | null;
  /** What its provider of text messages got, a form a line; null when that is not known. */
  textsFile: string | null;
  /** Written when startup ends: empty on success, the error otherwise; null: it is up. */
  readyFile: string | null;
}

/** The product as people meet it: an address, and a browser to open it with. */
export interface Product {
  baseUrl: string;
  browser: Browser;
  close(): Promise<void>;
}

/** The product of this worker, which no test of another worker changes. */
export function workersProduct(): RunningProduct {
  const products = inject("products");
  const found = products[(Number(process.env.VITEST_POOL_ID) - 1) % products.length];
  if (found === undefined) throw new Error("No product runs for this worker.");
  return found;
}

/** The demo takes a minute or two to load. */
const READY_MS = 540_000;

/** Where the product of this worker runs, once it does. @throws Error with the reason why it does not */
export async function productUrl(): Promise<string> {
  const { baseUrl, readyFile } = workersProduct();
  if (readyFile === null) return baseUrl;
  for (const until = Date.now() + READY_MS; !existsSync(readyFile); await setTimeout(100)) {
    if (Date.now() > until) throw new Error("The product for the browser tests has not started in nine minutes.");
  }
  const reason = readFileSync(readyFile, "utf8");
  if (reason !== "") throw new Error(`The product for the browser tests could not be started: ${reason}`);
  return baseUrl;
}

/** Opens a browser beside the running product. */
export async function startProduct(baseUrl: string): Promise<Product> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  return { baseUrl, browser, close: () => browser.close() };
}
