import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { freePort } from "../../bench/run/server.ts";
import { readLockfile } from "../../scripts/dependencies/lockfile.ts";
import { isOpen, knownVulnerabilities } from "../../scripts/dependencies/vulnerabilities.ts";
import { copied, copyFromProject, stagesOfDockerfile, stepsOf } from "../../scripts/deploy/dockerfile.ts";
import { startEmbeddedPostgres } from "../../server/database/embedded.ts";
import { atMost, type Check, caught, none } from "../run/check.ts";
import { countVulnerabilities } from "./audit.ts";
import { installsOther } from "./other-content.ts";
import { runShell } from "./run-shell.ts";
import { startContainer } from "./start-container.ts";

const MB = 1_000_000;

export const fromNothing: Check = {
  id: "M1",
  proves:
    "From an empty folder the steps of the Dockerfile install, build and leave out what only they need, and the server starts from what is left; no package is another than the lockfile says, and none has a known hole.",
  runsIn: "full",
  countsOnly: true,
  run: (say) =>
    inScratchFolder(async (folder) => {
      const built = join(folder, "build");
      const image = join(folder, "image");
      const [build = [], runtime = []] = stagesOfDockerfile();
      mkdirSync(built);
      copyFromProject(build, built);
      const failed: string[] = [];
      for (const { text } of stepsOf(build, "RUN")) {
        say(text);
        const { code, output } = await runShell(text, built);
        if (code !== 0) {
          failed.push(text);
          say(output.slice(-2000));
        }
      }
      copyFromProject(runtime, image);
      for (const step of stepsOf(runtime, "COPY").filter(({ flags }) => flags.from !== undefined)) {
        const { sources, destination } = copied(step);
        for (const source of sources) {
          cpSync(join(built, source.replace(/^\/app\//, "")), join(image, destination), { recursive: true });
        }
      }
      const locked = readLockfile();
      const onlyForBuilding = locked.filter(({ dev, path }) => dev === true && existsSync(join(image, path)));
      const vulnerable = locked.filter(({ name, version = "" }) =>
        knownVulnerabilities.some((vulnerability) => vulnerability.name === name && isOpen(vulnerability, version)),
      );
      say("npm audit");
      const audited = await countVulnerabilities(built);
      if (audited === null) say("THE REGISTRY DID NOT SAY which holes are known: only the project's own list counted");
      say("control: a lockfile that names another content");
      const other = await installsOther(join(folder, "other"));
      const starts = await startsFrom(image, folder);
      say("control: a Dockerfile that leaves a folder out");
      rmSync(join(image, "simulator"), { recursive: true });
      const lame = await startsFrom(image, folder);
      return [
        none("steps that failed", failed.length),
        none("servers that did not start from what was left", starts ? 0 : 1),
        none("packages left that only building needs", onlyForBuilding.length),
        atMost("packages left", sizeOf(join(image, "node_modules")) / MB, 250, "MB"),
        none("packages whose content the lockfile does not name", locked.filter((one) => !one.integrity).length),
        none("versions with a hole on the project's list", vulnerable.length),
        ...(audited === null ? [] : [none("high and critical holes that the registry knows", audited)]),
        caught("control, another content: rejected by npm", other ? 0 : 1),
        caught("control, a folder left out: does not start", lame ? 0 : 1),
      ];
    }),
};

async function startsFrom(image: string, folder: string): Promise<boolean> {
  const postgres = join(folder, "postgres");
  mkdirSync(postgres, { recursive: true });
  const embedded = await startEmbeddedPostgres(postgres);
  try {
    const settings = {
      DATABASE_URL: embedded.url,
      DATA_DIR: join(folder, "data"),
      PORT: String(await freePort()),
    };
    const container = await startContainer(image, settings);
    const page = await fetch(`http://127.0.0.1:${settings.PORT}/`).then(
      (answer) => answer.text(),
      () => "",
    );
    const isWell = container.isHealthy() && page.includes("<script");
    return (await container.stop()) === 0 && isWell;
  } finally {
    await embedded.stop();
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
