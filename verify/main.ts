import type { Check } from "./check.ts";
import { holds, inWords } from "./check.ts";
import { input } from "./input.ts";
import { killedBatches } from "./killed-batches.ts";
import { killedImports } from "./killed-imports.ts";
import { killedIngest } from "./killed-ingest.ts";
import { killedMqtt } from "./killed-mqtt.ts";
import { killedUploads } from "./killed-uploads.ts";
import { reports } from "./reports.ts";
import { signingIn } from "./signing-in.ts";
import { walls } from "./walls.ts";

/** `npm run verify -- E1 E3`: what must hold under fault, shown; without names all of it. */
const checks: readonly Check[] = [
  killedIngest,
  killedMqtt,
  killedImports,
  killedUploads,
  killedBatches,
  walls,
  signingIn,
  input,
  reports,
];

const asked = process.argv.slice(2);
const unknown = asked.filter((id) => !checks.some((check) => check.id === id));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no check ${unknown.join(", ")}. There are: ${checks.map(({ id }) => id).join(", ")}.\n`,
  );
  process.exit(2);
}
let failed = 0;
let passed = 0;
for (const check of checks.filter(({ id }) => asked.length === 0 || asked.includes(id))) {
  process.stdout.write(`${check.id}: ${check.proves}\n`);
  const began = performance.now();
  for (const finding of await check.run((line) => process.stdout.write(`  ${line}\n`))) {
    const good = holds(finding);
    if (good) passed++;
    else failed++;
    const count = finding.count.toLocaleString("en-US");
    process.stdout.write(`  ${good ? "ok  " : "FAIL"} ${finding.what}: ${count} (${inWords(finding.must)})\n`);
  }
  process.stdout.write(`  ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
