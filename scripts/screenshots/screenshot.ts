import { mkdir } from "node:fs/promises";
import { chromium, type Page } from "playwright-core";
import { z } from "zod";
import { demoAccountList } from "../../server/accounts/demo-accounts.ts";
import { chromiumFlags, findChromium } from "../chromium.ts";

/** The README's pictures, of a running demo: npm start, then npm run screenshot. */
const url = process.env.PRODUCT_URL ?? "http://localhost:4000";
const FOLDER = "docs/images";
const DAYS = "period=last-30-days";
const account = demoAccountList[0];
if (account === undefined) throw new Error("The demo has no accounts.");

const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
const page = await browser.newPage({ viewport: { width: 1440, height: 940 }, baseURL: url, reducedMotion: "reduce" });
await page.goto("/login");
await page.getByLabel("E-mail").fill(account.email);
await page.getByLabel("Password", { exact: true }).fill(account.password);
await page.getByRole("button", { name: "Sign in" }).click();
await page.waitForURL((url) => url.pathname !== "/login");
await mkdir(FOLDER, { recursive: true });
await take("morning", `/top5-leaks-home?${DAYS}`);
await take("leak", await costliestCase(page));
await take("portfolio", `/cockpit?${DAYS}`);
await browser.close();

async function take(name: string, path: string): Promise<void> {
  await page.goto(path);
  await page.locator("main h1, main h2").first().waitFor();
  await page.waitForLoadState("networkidle");
  const file = `${FOLDER}/${name}.png`;
  await page.screenshot({ path: file });
  process.stdout.write(`${file}\n`);
}

/** The page of the case that costs most a day. */
async function costliestCase(page: Page): Promise<string> {
  const cases = z.object({ results: z.array(z.looseObject({ id: z.number() })).nonempty() });
  const answer = await page.request.get("/v1/cases?state=open&page_size=1");
  const [one] = cases.parse(await answer.json()).results;
  return `/cases/${one.id}`;
}
