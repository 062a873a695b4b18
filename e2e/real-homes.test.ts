import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Temporal } from "temporal-polyfill";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LeakDetailOverview } from "../contract/reporting/leak-details.ts";
import { readConfig } from "../server/config.ts";
import { type Server, startServer } from "../server/start-server.ts";
import { password } from "./accounts.ts";
import { type Product, startProduct } from "./setup.ts";

const DATA = resolve(process.env.DRIPLINE_DATA ?? "../shared/data", "daiad");
const READINGS = join(DATA, "swm_trialA_subset.csv.gz");
const STRETCHES = join(DATA, "continuous_flow_stretches.csv");
const hasData = existsSync(READINGS);
if (!hasData)
  console.warn(`SKIPPED: the readings of real homes are not at ${READINGS}; set DRIPLINE_DATA to their folder.`);

const run = promisify(execFile);

interface Stretch {
  meter: string;
  /** Local times of the homes. */
  start: Temporal.PlainDateTime;
  end: Temporal.PlainDateTime;
}

/** Stretches of 48 hours and more in which water moved in every interval. */
function longStretches(): Stretch[] {
  const [, ...lines] = readFileSync(STRETCHES, "utf8").trim().split("\n");
  return lines
    .map((line) => line.split(","))
    .filter(([, , , hours]) => Number(hours) >= 48)
    .map(([meter = "", start = "", end = ""]) => ({
      meter,
      start: Temporal.PlainDateTime.from(start),
      end: Temporal.PlainDateTime.from(end),
    }));
}

const instant = (local: Temporal.PlainDateTime) => local.toZonedDateTime("Europe/Madrid").epochMilliseconds;

let folder = "";
let server: Server;
let product: Product;
let invitation = "";

beforeAll(async () => {
  if (!hasData) return;
  folder = await mkdtemp(join(tmpdir(), "dripline-homes-"));
  // Started by root, Postgres runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const settings = { DATA_DIR: folder, PORT: "0", DEMO: "off", LOG_LEVEL: "error" };
  server = await startServer(readConfig(settings), (line) => {
    invitation = /token=(\S+)/.exec(line)?.[1] ?? invitation;
  });
  product = await startProduct(server.url);
  const args = ["import", READINGS, "--property", "Alicante", "--create-units", "--format", "daiad"];
  await run(process.execPath, ["server/cli/main.ts", ...args], { env: { PATH: process.env.PATH, ...settings } });
});

afterAll(async () => {
  if (!hasData) return;
  await product.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(!hasData)(
  "26 real homes, imported beside the running server, show every long stretch of flow as a leak",
  async () => {
    const page = await product.browser.newPage({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
    await page.goto(`/first-admin?token=${invitation}`);
    await page.getByLabel("E-mail").fill("first@example.com");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("Confirm password").fill(password);
    await page.getByRole("button", { name: /create/i }).click();
    await page.getByRole("heading", { level: 1, name: "Cockpit" }).waitFor();
    await page.getByRole("link", { name: "Properties", exact: true }).first().click();
    await page.getByRole("table").getByText("Alicante").click();
    await page.waitForURL(/\/properties\/\d+/);
    await page.getByText("26 units, 26 meters").waitFor();
    await page.getByText("The last reading came on Feb 28, 2017").first().waitFor();
    const property = /\/properties\/\d+/.exec(page.url())?.[0];

    const stretches = longStretches();
    expect(stretches.length).toBeGreaterThan(0);
    for (const { meter, start, end } of stretches) {
      const [first, last] = [start.toPlainDate().toString(), end.toPlainDate().toString()];
      await page.goto(`${property}?period=custom-date-range&start_date=${first}&end_date=${last}`);
      await page.getByRole("row", { name: new RegExp(`Other Leak.*${meter.slice(0, 8)}`) }).waitFor();

      const path = `/v1/reporting/leak-report/leak-details/meters/${meter}/overview?start_date=${first}&end_date=${last}`;
      const answer = await page.request.get(path);
      const overview: LeakDetailOverview = await answer.json();
      const covering = overview.leaks.find(
        (leak) =>
          Date.parse(leak.started_at) <= instant(start) &&
          (leak.ended_at === null || Date.parse(leak.ended_at) >= instant(end) - 3_600_000),
      );
      expect(covering, `a leak of ${meter} over ${start} to ${end}: ${JSON.stringify(overview.leaks)}`).toBeDefined();
    }
  },
);
