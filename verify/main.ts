import { arrival } from "./arrival/arrival.ts";
import { tenantIsolation } from "./authorization/tenant-isolation.ts";
import { bytes } from "./bytes/bytes.ts";
import { cost } from "./cost/cost.ts";
import { coverage } from "./coverage/coverage.ts";
import { interruptedJobs } from "./crashes/interrupted-jobs.ts";
import { killedBatches } from "./crashes/killed-batches.ts";
import { killedImports } from "./crashes/killed-imports.ts";
import { killedIngest } from "./crashes/killed-ingest.ts";
import { killedMqtt } from "./crashes/killed-mqtt.ts";
import { killedUploads } from "./crashes/killed-uploads.ts";
import { unhandledErrors } from "./crashes/unhandled-errors.ts";
import { fromNothing } from "./deploy/from-nothing.ts";
import { inTheBrowser } from "./in-the-browser/in-the-browser.ts";
import { boundTokens } from "./ingest/bound-tokens.ts";
import { manyWriters } from "./ingest/many-writers.ts";
import { overload } from "./ingest/overload.ts";
import { rejectedRows } from "./ingest/rejected-rows.ts";
import { steadyIngest } from "./ingest/steady-ingest.ts";
import { input } from "./input/input.ts";
import { memory } from "./load/memory.ts";
import { neighbours } from "./load/neighbours.ts";
import { steadyLoad } from "./load/steady-load.ts";
import { worstRequests } from "./load/worst-requests.ts";
import { localDays } from "./local-days/local-days.ts";
import { manyAtOnce } from "./messages/many-at-once.ts";
import { killedMessages, messageScenes } from "./messages/messages.ts";
import { fullDisk } from "./outage/full-disk.ts";
import { health } from "./outage/health.ts";
import { logDisk } from "./outage/log-disk.ts";
import { privateDatabase } from "./outage/private-database.ts";
import { slowClients } from "./outage/slow-clients.ts";
import { stoppedDatabase } from "./outage/stopped-database.ts";
import { stoppedServer } from "./outage/stopped-server.ts";
import { parallel } from "./parallel/parallel.ts";
import { onRecord } from "./record/on-record.ts";
import { release } from "./release/release.ts";
import { reports } from "./reports/reports.ts";
import { restore } from "./restore/restore.ts";
import type { Check, Size } from "./run/check.ts";
import { endEarly } from "./run/end-early.ts";
import { runCheck } from "./run/run-check.ts";
import { inTable, type Outcome, runChecks } from "./run/run-checks.ts";
import type { Line } from "./run/side-by-side.ts";
import { screens } from "./screens/screens.ts";
import { several } from "./several/several.ts";
import { crowdedSignIn, signingIn } from "./signing-in/signing-in.ts";
import { soak } from "./soak/soak.ts";
import { longTests } from "./tests/long-tests.ts";

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
  killedMessages,
  messageScenes,
  arrival,
  rejectedRows,
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
  manyAtOnce,
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
