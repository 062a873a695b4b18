import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { filledIn, readCompose } from "../../scripts/deploy/compose.ts";
import { commandOf, environmentOf, stagesOfDockerfile, stepsOf } from "../../scripts/deploy/dockerfile.ts";

const given = {
  POSTGRES_PASSWORD: "b",
  SESSION_SECRET: "not a secret, for one test run only",
  BASE_URL: "https://water.example.com",
};

/** The server as a container of the last stage runs it. */
export interface Container {
  /** What it printed until it was ready. */
  lines: string[];
  /** Whether the check of the Dockerfile finds it well. */
  isHealthy(): boolean;
  /** Ends it as Docker does. @returns its exit code */
  stop(): Promise<number | null>;
}

/**
 * Starts what the last stage of the Dockerfile starts, with the settings of compose.yaml, from a folder with its files.
 * @param settings of this machine, in place of theirs
 * @param flags of Node
 */
export async function startContainer(
  folder: string,
  settings: { DATABASE_URL: string; DATA_DIR: string; PORT: string },
  flags: readonly string[] = [],
): Promise<Container> {
  const runtime = stagesOfDockerfile().at(-1) ?? [];
  // The image's node is this one.
  const [, ...args] = commandOf(stepsOf(runtime, "CMD")[0]);
  const [, ...check] = commandOf(stepsOf(runtime, "HEALTHCHECK")[0]);
  const child = spawn(process.execPath, [...flags, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      ...environmentOf(runtime),
      ...filledIn(readCompose().services.app.environment, given),
      ...settings,
      HOST: "127.0.0.1",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((done) => child.on("close", done));
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line.startsWith("Dripline is ready at ")) break;
  }
  child.stdout.resume();
  return {
    lines,
    isHealthy: () => {
      try {
        execFileSync(process.execPath, check, { env: { PORT: settings.PORT }, stdio: "ignore" });
        return true;
      } catch {
        return false;
      }
    },
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
