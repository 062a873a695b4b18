import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { settingNames } from "../../server/config.ts";
import { ROOT } from "./dockerfile.ts";

const unit = readFileSync(join(ROOT, "deploy/dripline.service"), "utf8");
const ANALYZE = "/usr/bin/systemd-analyze";
/** Exposure of 10 (`systemd-analyze security`); a service without any sandboxing has 9.6. */
const MOST_EXPOSED = 2;

function valuesOf(name: string): string[] {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map((match) => match[1] ?? "");
}

test("the service runs the server as a user of its own that owns only its data folder", () => {
  expect(valuesOf("ExecStart")).toEqual(["/usr/bin/node server/main.ts"]);
  expect(existsSync(join(ROOT, "server/main.ts"))).toBe(true);
  expect(valuesOf("DynamicUser")).toEqual(["yes"]);
  expect(valuesOf("ProtectSystem")).toEqual(["strict"]);
  const settings = Object.fromEntries(valuesOf("Environment").map((text) => text.split("=")));
  expect(settings.DATA_DIR).toBe(`/var/lib/${valuesOf("StateDirectory")[0]}`);
  expect(Object.keys(settings).filter((name) => name !== "NODE_ENV" && !settingNames.includes(name))).toEqual([]);
});

test.skipIf(!existsSync(ANALYZE))("systemd accepts the service, and rates it as well sandboxed", () => {
  const folder = mkdtempSync(join(tmpdir(), "dripline-unit-"));
  try {
    const file = join(folder, "dripline.service");
    // The program of this machine, which may be elsewhere.
    writeFileSync(file, unit.replace("/usr/bin/node", process.execPath));
    const run = (...args: string[]) =>
      execFileSync(ANALYZE, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    expect(run("verify", file)).toBe("");
    const exposure = /exposure level for dripline.service: ([0-9.]+)/.exec(
      run("security", "--offline=true", file),
    )?.[1];
    expect(Number(exposure)).toBeLessThanOrEqual(MOST_EXPOSED);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
