import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { readConfig } from "../server/config.ts";
import { startServer } from "../server/start-server.ts";

/**
 * Starts the product with its demo for the browser tests, or takes the one that PRODUCT_URL names. DEMO_DATA names a data
 * folder in which the demo was loaded before; it is copied. Its gateways send
 * nothing: what comes in between a screen and the question that a test holds it against would change the answer.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.PRODUCT_URL;
  if (given !== undefined) {
    project.provide("baseUrl", given);
    project.provide("mailFolder", null);
    return async () => {};
  }
  const folder = await mkdtemp(join(tmpdir(), "dripline-e2e-"));
  // Started by root, Postgres runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const start = (demo: "on" | "off") =>
    startServer(readConfig({ DATA_DIR: folder, PORT: "0", DEMO: demo, LOG_LEVEL: "error" }), () => {});
  const loaded = process.env.DEMO_DATA;
  if (loaded === undefined) {
    const loading = await start("on");
    await loading.stop();
  } else {
    // Postgres' files keep their owner.
    execFileSync("cp", ["-a", `${loaded}/.`, folder]);
  }
  const server = await start("off");
  project.provide("baseUrl", server.url);
  project.provide("mailFolder", join(folder, "mail"));
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
