import { setFlagsFromString } from "node:v8";
import { demoAccountList } from "./accounts/demo-accounts.ts";
import { readConfig } from "./config.ts";
import { DataFolderInUse } from "./database/embedded.ts";
import { openLogFile, openLogOutput } from "./log-output.ts";
import { type Server, startServer } from "./start-server.ts";
import { withErrorsShown } from "./terminal-log.ts";
import { systemClock } from "./time/clock.ts";

/** So long a server that is to stop still takes requests, while it says that it is not ready. */
const DRAIN_MS = 1000;
/** Whatever is still at work then is interrupted, as by a fallen machine. */
const LONGEST_STOP_MS = 9500;

/** The last lines have so long to be written; they are lost where nobody reads them. */
const LAST_LINES_MS = 500;

// To ask for these streams makes pipes non-blocking, for the log too. A full disk or a reader that left is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
const output = openLogOutput(1);
const say = (line: string) => output.write(`${line}\n`);

// By itself V8 lets what has lived for a while grow to four times what is still needed before it clears away: at 80 MB
// needed that is most of what the process takes. See docs/decisions/2026-11-22-ingest-backpressure.md.
setFlagsFromString("--heap-growing-percent=50");

/** Ends the start that is under way. */
const interrupt = new AbortController();

try {
  const config = readConfig(process.env);
  const logFile = process.stdout.isTTY && !config.logToTerminal ? openLogFile(config.logFile) : null;
  const log = logFile === null ? output : withErrorsShown(logFile, say, config.logFile, systemClock);
  const lastLines = () => Promise.all([output, log].map((to) => to.flush(LAST_LINES_MS)));
  let server: Server | null = null;
  let stopping = false;
  const stop = async (drainMs: number) => {
    if (stopping) return;
    stopping = true;
    say("Stopping…");
    setTimeout(() => {
      say("Some work did not end in time. It is taken up at the next start.");
      process.exit(0);
    }, LONGEST_STOP_MS);
    if (server === null) return interrupt.abort();
    await server.stop(drainMs);
    await lastLines();
    process.exit(0);
  };
  process.on("SIGINT", () => stop(0));
  process.on("SIGTERM", () => stop(DRAIN_MS));
  // A terminal that is closed. Without one, SIGHUP stays as it was set: `nohup` ignores it.
  if (process.stdout.isTTY) process.on("SIGHUP", () => stop(0));
  const started = await startServer(config, say, systemClock, log, interrupt.signal);
  server = started;
  say(`Dripline is ready at ${config.baseUrl ?? `http://localhost:${new URL(started.url).port}`}`);
  if (started.isDemo) {
    say("Sign in to the demo with one of these accounts:");
    for (const { email, password, description } of demoAccountList) say(`  ${email}  ${password}  (${description})`);
    say(
      "The demo's buildings are simulated on this machine: gateways send the readings of each hour as real ones do, some late or never.",
    );
  }
  if (logFile !== null) {
    say(`Requests and errors are logged in ${config.logFile}; LOG_TO_TERMINAL=on shows them here.`);
    say("Stop with Ctrl-C.");
  }
  // Nobody knows what state it leaves behind: what was acknowledged is on disk, and a new start is clean.
  let failed = false;
  process.on("uncaughtException", (error) => {
    if (failed) return;
    failed = true;
    setTimeout(() => process.exit(1), LAST_LINES_MS);
    started.app.log.fatal({ err: error }, "An error that nobody handles; the server ends");
    lastLines().then(() => process.exit(1));
  });
} catch (error) {
  await output.flush(LAST_LINES_MS);
  if (interrupt.signal.aborted) process.exit(0);
  process.stderr.write(`${error instanceof DataFolderInUse || !(error instanceof Error) ? error : error.message}\n`);
  process.exit(1);
}
