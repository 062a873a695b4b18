import { arrival } from "./arrival.ts";
import { boundTokens } from "./bound-tokens.ts";
import { bytes } from "./bytes.ts";
import type { Check, Size } from "./check.ts";
import { cost } from "./cost.ts";
import { coverage } from "./coverage.ts";
import { crowdedSignIn } from "./crowded-sign-in.ts";
import { endEarly } from "./end-early.ts";
import { fromNothing } from "./from-nothing.ts";
import { fullDisk } from "./full-disk.ts";
import { health } from "./health.ts";
import { inTheBrowser } from "./in-the-browser.ts";
import { input } from "./input.ts";
import { interruptedJobs } from "./interrupted-jobs.ts";
import { killedBatches } from "./killed-batches.ts";
import { killedImports } from "./killed-imports.ts";
import { killedIngest } from "./killed-ingest.ts";
import { killedMqtt } from "./killed-mqtt.ts";
import { killedUploads } from "./killed-uploads.ts";
import { localDays } from "./local-days.ts";
import { logDisk } from "./log-disk.ts";
import { longTests } from "./long-tests.ts";
import { manyWriters } from "./many-writers.ts";
import { memory } from "./memory.ts";
import { neighbours } from "./neighbours.ts";
import { onRecord } from "./on-record.ts";
import { overload } from "./overload.ts";
import { parallel } from "./parallel.ts";
import { privateDatabase } from "./private-database.ts";
import { refusedRows } from "./refused-rows.ts";
import { release } from "./release.ts";
import { reports } from "./reports.ts";
import { restore } from "./restore.ts";
import { runCheck } from "./run-check.ts";
import { inTable, type Outcome, runChecks } from "./run-checks.ts";
import { screens } from "./screens.ts";
import { several } from "./several.ts";
import type { Line } from "./side-by-side.ts";
import { signingIn } from "./signing-in.ts";
import { slowClients } from "./slow-clients.ts";
import { soak } from "./soak.ts";
import { steadyIngest } from "./steady-ingest.ts";
import { steadyLoad } from "./steady-load.ts";
import { stoppedDatabase } from "./stopped-database.ts";
import { stoppedServer } from "./stopped-server.ts";
import { unhandledErrors } from "./unhandled-errors.ts";
import { tenantIsolation } from "./walls.ts";
import { worstRequests } from "./worst-requests.ts";

/**
 * `npm run verify -- E1 E3`: what must hold under fault, shown; without names all of it. `fast` is a sample of it, and
 * `--record` keeps the figures in docs/figures.md.
 */
const checks: readonly Check[] = [
  // Side by side, the longest begins first beside those that mostly wait; what keeps the processors as busy comes behind.
  tenantIsolation,
  several,
  longTests,
  bytes,
  killedIngest,
  killedMqtt,
  killedImports,
  killedUploads,
  killedBatches,
  arrival,
  refusedRows,
  manyWriters,
  screens,
  input,
  localDays,
  stoppedDatabase,
  privateDatabase,
  fullDisk,
  stoppedServer,
  health,
  unhandledErrors,
  logDisk,
  interruptedJobs,
  slowClients,
  memory,
  overload,
  worstRequests,
  cost,
  boundTokens,
  steadyIngest,
  crowdedSignIn,
  signingIn,
  inTheBrowser,
  reports,
  parallel,
  fromNothing,
  release,
  restore,
  onRecord,
  steadyLoad,
  neighbours,
  soak,
  coverage,
];

const args = process.argv.slice(2);
const size: Size = args.includes("fast") ? "fast" : "full";
const record = args.includes("--record");
const asJson = args.includes("--json");
const names = args.filter((arg) => !["fast", "--record", "--json"].includes(arg));
const unknown = names.filter((id) => !checks.some((check) => check.id === id));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no check ${unknown.join(", ")}. There are: ${checks.map(({ id }) => id).join(", ")}; fast is a sample of them, --record keeps the figures.\n`,
  );
  process.exit(2);
}
if (record && size === "fast") {
  process.stderr.write("A sample is not recorded: leave out fast, or --record.\n");
  process.exit(2);
}
if (record && process.env.SOAK_MINUTES !== undefined) {
  process.stderr.write("A shorter soak is a trial and is not recorded: leave out SOAK_MINUTES, or --record.\n");
  process.exit(2);
}

const wanted = checks.filter(isWanted);
const outcomes: Outcome[] = [];
const interrupt = new AbortController();
const table = () => inTable(outcomes, performance.now() / 1000);
const end = () => {
  // Both the terminal and npm may tell of one.
  if (interrupt.signal.aborted) return;
  interrupt.abort();
  if (!asJson) process.stdout.write(`\nInterrupted; what was over by then:\n${table()}`);
  void endEarly().then(() => process.exit(130));
};
process.on("SIGINT", end);
process.on("SIGTERM", end);
if (asJson) {
  const print = (line: Line) => process.stdout.write(`${JSON.stringify(line)}\n`);
  for (const check of wanted) print({ run: await runCheck(check, size, (text) => print({ text })) });
} else {
  await runChecks(wanted, { size, record, interrupt: interrupt.signal }, outcomes);
}
// What was interrupted ends when all that it started has ended.
if (!interrupt.signal.aborted) {
  const failed = outcomes.filter((one) => one.failed > 0);
  const verdict = failed.length === 0 ? "All hold." : `Failed: ${failed.map(({ id }) => id).join(", ")}.`;
  if (!asJson) process.stdout.write(`${table()}${verdict}\n`);
  process.exit(failed.length === 0 ? 0 : 1);
}

function isWanted({ id, runsIn }: Check): boolean {
  if (names.length > 0) return names.includes(id);
  return size === "fast" ? runsIn === "fast" : runsIn !== "own name only";
}
