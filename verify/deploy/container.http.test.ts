import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../../bench/run/server.ts";
import { copyFromProject, stagesOfDockerfile } from "../../scripts/deploy/dockerfile.ts";
import { freshDatabase } from "../../server/testing/fresh-database.ts";
import { linkProductionModules } from "./production-modules.ts";
import { startContainer } from "./start-container.ts";

const folder = mkdtempSync(join(tmpdir(), "dripline-container-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the server runs from what the Dockerfile copies, with the settings of compose.yaml", async () => {
  copyFromProject(stagesOfDockerfile().at(-1) ?? [], folder);
  linkProductionModules(folder);
  mkdirSync(join(folder, "web/dist"), { recursive: true });
  writeFileSync(join(folder, "web/dist/index.html"), "<title>The app</title>");
  const database = await freshDatabase();
  const PORT = String(await freePort());
  const settings = { DATABASE_URL: database.url, DATA_DIR: join(folder, "data"), PORT };
  const container = await startContainer(folder, settings, ["--preserve-symlinks"]);
  try {
    expect(container.lines.at(-1)).toBe("Dripline is ready at https://water.example.com");
    expect(container.lines.join("\n")).toContain("https://water.example.com/first-admin?token=");
    expect(await (await fetch(`http://127.0.0.1:${PORT}/health/ready`)).json()).toEqual({ status: "ready" });
    expect(await (await fetch(`http://127.0.0.1:${PORT}/`)).text()).toContain("The app");
    expect((await fetch(`http://127.0.0.1:${PORT}/api-docs/swagger-ui.css`)).status).toBe(200);
    expect(container.isHealthy()).toBe(true);
  } finally {
    expect(await container.stop()).toBe(0);
  }
  expect(container.isHealthy()).toBe(false);
  await database.drop();
});
