import { mkdir } from "node:fs/promises";
import { chromium } from "playwright-core";
import { demoAccountList } from "../server/accounts/demo-accounts.ts";
import { chromiumFlags, findChromium } from "./chromium.ts";

// The README's picture, of a running demo: npm start, then npm run screenshot.
const url = process.env.PRODUCT_URL ?? "http://localhost:4000";
const account = demoAccountList[0];
if (account === undefined) throw new Error("The demo has no accounts.");

const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
const page = await browser.newPage({ viewport: { width: 1440, height: 940 }, baseURL: url, reducedMotion: "reduce" });
await page.goto("/login");
await page.getByLabel("E-mail").fill(account.email);
await page.getByLabel("Password", { exact: true }).fill(account.password);
await page.getByRole("button", { name: "Sign in" }).click();
await page.waitForURL((url) => url.pathname !== "/login");
await page.goto("/properties?period=last-30-days");
await page.getByRole("heading", { name: "Performance" }).waitFor();
await page.waitForLoadState("networkidle");
await mkdir("docs/images", { recursive: true });
await page.screenshot({ path: "docs/images/properties.png" });
await browser.close();
process.stdout.write("docs/images/properties.png\n");
