import { spawnSync } from "node:child_process";
import { buildWeb } from "./build-web.ts";
import { findChromium } from "./chromium.ts";
import { compileCache } from "./compile-cache.ts";

// All tests: the fast checks first, then a sample of what must hold under fault and attack, units, the server against a
// real Postgres, and the product in a real browser.
// Words behind the command go to Vitest: npm test -- --project server, npm run e2e.
const words = process.argv.slice(2);
const only = words.includes("--project") ? words[words.indexOf("--project") + 1] : null;
const env: NodeJS.ProcessEnv = { NODE_COMPILE_CACHE: compileCache, ...process.env };

if (only === null) {
  const check = spawnSync(process.execPath, ["scripts/check.ts"], { stdio: "inherit" });
  if (check.status !== 0) process.exit(1);
}
if (only === null || only === "e2e") {
  env.CHROMIUM = findChromium();
  buildWeb();
}
const held = only === null ? spawnSync(process.execPath, ["verify/main.ts", "fast"], { stdio: "inherit" }).status : 0;
// Asked for on their own, they try every fault on every screen.
if (only === "e2e") env.EVERY_FAULT = "on";
const vitest = [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--reporter=default",
  "--reporter=./scripts/count-reporter.ts",
  ...words,
];
const tests = spawnSync(process.execPath, vitest, { stdio: "inherit", env });
process.exit(held === 0 ? (tests.status ?? 1) : 1);
