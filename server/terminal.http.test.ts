import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "./testing/fresh-database.ts";

const MAIN = join(import.meta.dirname, "main.ts");
const SCRIPT = "/usr/bin/script";
const READY = /Dripline is ready at (http:\S+)/;
// A terminal shows ^C in front of the line that follows it.
const REQUEST = /^(?:\^C)?\{"level":30.*"url":"\/health\/live".*\}$/m;

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Starts the server and waits until it has printed `line`. */
async function start(inTerminal: boolean, settings: Record<string, string>, line = READY) {
  const folder = await mkdtemp(join(tmpdir(), "dripline-terminal-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // A private Postgres that root starts runs as another user, who must get into the folder.
  await chmod(folder, 0o755);
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    SESSION_SECRET: "not a secret, for one test run only",
    PORT: "0",
    ...settings,
  };
  const [command, args] = inTerminal
    ? [SCRIPT, ["--quiet", "--return", "--command", `"${process.execPath}" "${MAIN}"`, "/dev/null"]]
    : [process.execPath, [MAIN]];
  const child = spawn(command, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  await expect.poll(() => printed, { timeout: 120_000 }).toMatch(line);
  return { child, ended, folder, printed: () => printed, url: READY.exec(printed)?.[1] ?? "" };
}

/** Starts the server, asks it for its health, stops it, and returns everything that it printed and its log file. */
async function run(inTerminal: boolean, settings: Record<string, string> = {}) {
  const { child, ended, folder, printed, url } = await start(inTerminal, { DATABASE_URL: database.url, ...settings });
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  // On a busy machine `script` may end before it has passed on the last lines of what it runs.
  if (settings.LOG_TO_TERMINAL === "on") await expect.poll(() => printed().replaceAll("\r", "")).toMatch(REQUEST);
  // In a terminal, Ctrl-C is what the terminal makes a SIGINT of.
  if (inTerminal) child.stdin.write("\x03");
  else child.kill("SIGINT");
  await ended;
  const path = join(folder, "log", "dripline.log");
  return { printed: printed(), path, logged: existsSync(path) ? await readFile(path, "utf8") : null };
}

test.skipIf(!existsSync(SCRIPT))("prints only messages in a terminal, and logs to a file", async () => {
  const { printed, path, logged } = await run(true);
  expect(printed).not.toContain("{");
  expect(printed).toMatch(READY);
  expect(printed).toContain(`Requests and errors are logged in ${path}; LOG_TO_TERMINAL=on shows them here.`);
  expect(printed).toContain("Stop with Ctrl-C.");
  expect(logged).toMatch(REQUEST);
});

test.skipIf(!existsSync(SCRIPT))("LOG_TO_TERMINAL=on logs to the terminal", async () => {
  const { printed, logged } = await run(true, { LOG_TO_TERMINAL: "on" });
  expect(printed.replaceAll("\r", "")).toMatch(REQUEST);
  expect(logged).toBeNull();
});

describe.skipIf(!existsSync(SCRIPT)).each([
  { stands: "is ready", demo: "off", line: READY },
  { stands: "loads the demo", demo: "on", line: /Loading readings: 10 %/ },
])("a server that $stands", ({ demo, line }) => {
  test.each([
    { what: "is closed", keys: null },
    { what: "gets Ctrl-C", keys: "\x03" },
  ])("stops its private Postgres when its terminal $what", async ({ keys }) => {
    const { child, ended, folder } = await start(true, { DEMO: demo }, line);
    const postmaster = join(folder, "postgres", "postmaster.pid");
    expect(existsSync(postmaster)).toBe(true);
    if (keys === null) child.kill("SIGKILL");
    else child.stdin.write(keys);
    await ended;
    await expect.poll(() => existsSync(postmaster), { timeout: 120_000 }).toBe(false);
  });
});

test("logs to standard output without a terminal, and creates no file", async () => {
  const { printed, logged } = await run(false, { LOG_TO_TERMINAL: "off" });
  expect(printed).toMatch(REQUEST);
  expect(printed).not.toContain("Ctrl-C");
  expect(logged).toBeNull();
});
