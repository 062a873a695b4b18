import { spawnSync } from "node:child_process";
import { buildWeb } from "./build-web.ts";
import { findChromium } from "./chromium.ts";
import { compileCache } from "./compile-cache.ts";
import { excludeOptions, longTests } from "./long-tests.ts";

// The fast checks first, then the tests of units, of the server against a real Postgres, and of the product in a real
// browser, all but those of scripts/long-tests.ts: `npm run verify` runs these.
// Arguments after the command go to Vitest: npm test -- --project server, npm run e2e.
const args = process.argv.slice(2);
const only = args.includes("--project") ? args[args.indexOf("--project") + 1] : null;
const env: NodeJS.ProcessEnv = { NODE_COMPILE_CACHE: compileCache, ...process.env };

if (only === null) {
  const check = spawnSync(process.execPath, ["scripts/check.ts"], { stdio: "inherit" });
  if (check.status !== 0) process.exit(1);
}
if (only === null || only === "e2e") {
  env.CHROMIUM = findChromium();
  buildWeb();
}
// Run on their own, the browser tests try every fault on every screen.
if (only === "e2e") env.EVERY_FAULT = "on";
const isNamed = (file: string) => args.some((arg) => file.includes(arg));
const leftOut = only === null ? Object.keys(longTests).filter((file) => !isNamed(file)) : [];
const vitest = [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--reporter=default",
  "--reporter=./scripts/count-reporter.ts",
  ...excludeOptions(leftOut),
  ...args,
];
const tests = spawnSync(process.execPath, vitest, { stdio: "inherit", env });
process.exit(tests.status ?? 1);
