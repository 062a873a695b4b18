import { amount, type Figure } from "../bench/record/figure.ts";
import { recordFigures } from "../bench/record/record.ts";
import { arrival } from "./arrival.ts";
import { boundTokens } from "./bound-tokens.ts";
import type { Check, Size } from "./check.ts";
import { figureOf, holds, inWords } from "./check.ts";
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
import { manyWriters } from "./many-writers.ts";
import { neighbours } from "./neighbours.ts";
import { onRecord } from "./on-record.ts";
import { overload } from "./overload.ts";
import { parallel } from "./parallel.ts";
import { refusedRows } from "./refused-rows.ts";
import { release } from "./release.ts";
import { reports } from "./reports.ts";
import { restore } from "./restore.ts";
import { several } from "./several.ts";
import { signingIn } from "./signing-in.ts";
import { slowClients } from "./slow-clients.ts";
import { steadyIngest } from "./steady-ingest.ts";
import { steadyLoad } from "./steady-load.ts";
import { stoppedDatabase } from "./stopped-database.ts";
import { stoppedServer } from "./stopped-server.ts";
import { unhandledErrors } from "./unhandled-errors.ts";
import { walls } from "./walls.ts";
import { worstRequests } from "./worst-requests.ts";

/** The private Postgres, on which all checks run that do not say otherwise. */
const POSTGRES = "18.4";

/**
 * `npm run verify -- E1 E3`: what must hold under fault, shown; without names all of it. `fast` is a sample of it, and
 * `--record` keeps the figures in docs/figures.md.
 */
const checks: readonly Check[] = [
  killedIngest,
  killedMqtt,
  killedImports,
  killedUploads,
  killedBatches,
  arrival,
  stoppedDatabase,
  fullDisk,
  stoppedServer,
  health,
  unhandledErrors,
  interruptedJobs,
  slowClients,
  overload,
  worstRequests,
  refusedRows,
  manyWriters,
  boundTokens,
  steadyIngest,
  walls,
  signingIn,
  inTheBrowser,
  input,
  reports,
  parallel,
  fromNothing,
  several,
  release,
  restore,
  onRecord,
  steadyLoad,
  neighbours,
];

const words = process.argv.slice(2);
const size: Size = words.includes("fast") ? "fast" : "full";
const record = words.includes("--record");
const asked = words.filter((word) => word !== "fast" && word !== "--record");
const unknown = asked.filter((id) => !checks.some((check) => check.id === id));
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

let failed = 0;
let passed = 0;
/** Figures so far, by id: several checks may show one. */
const measured = new Map<string, Figure[]>();
for (const check of checks.filter(isWanted)) {
  process.stdout.write(`${check.id}: ${check.proves}\n`);
  const began = performance.now();
  const findings = await check.run((line) => process.stdout.write(`  ${line}\n`), size);
  for (const finding of findings) {
    const good = holds(finding);
    if (good) passed++;
    else failed++;
    const count = amount(finding.count, finding.unit ?? "");
    process.stdout.write(`  ${good ? "ok  " : "FAIL"} ${finding.what}: ${count} (${inWords(finding.must)})\n`);
  }
  process.stdout.write(`  ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
  if (record) {
    const figures = [...(measured.get(check.id) ?? []), ...findings.map(figureOf)];
    measured.set(check.id, figures);
    const command = `npm run verify -- ${check.id}`;
    await recordFigures({ bench: `verify ${check.id}`, what: check.proves, command, postgres: POSTGRES, figures });
  }
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

function isWanted({ id, runsIn }: Check): boolean {
  if (asked.length > 0) return asked.includes(id);
  return size === "fast" ? runsIn === "fast" : runsIn !== "own name only";
}
