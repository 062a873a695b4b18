import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../../bench/run/server.ts";
import { filledIn, readCompose } from "../../scripts/deploy/compose.ts";
import {
  commandOf,
  copyFromProject,
  environmentOf,
  stagesOfDockerfile,
  stepsOf,
} from "../../scripts/deploy/dockerfile.ts";
import { freshDatabase } from "../../server/testing/fresh-database.ts";
import { linkProductionModules } from "./production-modules.ts";

const folder = mkdtempSync(join(tmpdir(), "dripline-container-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("The server runs from what the Dockerfile copies, with the settings of compose.yaml", async () => {
  const runtime = stagesOfDockerfile().at(-1) ?? [];
  copyFromProject(runtime, folder);
  linkProductionModules(folder);
  mkdirSync(join(folder, "web/dist"), { recursive: true });
  writeFileSync(join(folder, "web/dist/index.html"), "<title>The app</title>");
  const database = await freshDatabase();
  const port = String(await freePort());
  const given = { POSTGRES_PASSWORD: "b", SESSION_SECRET: "a".repeat(64), BASE_URL: "https://water.example.com" };
  const settings = {
    ...environmentOf(runtime),
    ...filledIn(readCompose().services.app.environment, given),
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, "data"),
    HOST: "127.0.0.1",
    PORT: port,
  };
  // node of the image is this one.
  const [, ...words] = commandOf(stepsOf(runtime, "CMD")[0]);
  const child = spawn(process.execPath, ["--preserve-symlinks", ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((done) => child.on("close", done));
  try {
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (line.startsWith("Dripline is ready at ")) break;
    }
    expect(lines.at(-1)).toBe("Dripline is ready at https://water.example.com");
    expect(lines.join("\n")).toContain("https://water.example.com/first-admin?token=");
    expect(await (await fetch(`http://127.0.0.1:${port}/health/ready`)).json()).toEqual({ status: "ready" });
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain("The app");
    expect((await fetch(`http://127.0.0.1:${port}/api-docs/swagger-ui.css`)).status).toBe(200);
    expect(isHealthy(port)).toBe(true);
  } finally {
    child.stdout.resume();
    child.kill("SIGTERM");
  }
  expect(await ended).toBe(0);
  expect(isHealthy(port)).toBe(false);
  await database.drop();

  function isHealthy(at: string): boolean {
    const [, ...check] = commandOf(stepsOf(runtime, "HEALTHCHECK")[0]);
    try {
      execFileSync(process.execPath, check, { env: { PORT: at } });
      return true;
    } catch {
      return false;
    }
  }
});
