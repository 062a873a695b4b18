import { Command } from "commander";
import { accuracyBench } from "./accuracy/accuracy.ts";
import { casesBench } from "./cases/cases.ts";
import { cockpitBench } from "./cockpit/cockpit.ts";
import { importsBench } from "./imports/imports.ts";
import { bytesBench } from "./ingest/bytes.ts";
import { ingestBench } from "./ingest/ingest.ts";
import { messagesBench } from "./messages/messages.ts";
import { millionBench } from "./million/million.ts";
import { packedBench } from "./packed/packed.ts";
import { rebuildBench } from "./rebuild/rebuild.ts";
import { reportsBench } from "./reports/reports.ts";
import { retentionBench } from "./retention/retention.ts";
import { sizesBench } from "./sizes/sizes.ts";
import { startBench } from "./start/start.ts";
import { rowLevelSecurityBench } from "./walls/walls.ts";
import { webBench } from "./web/web.ts";

/** `npm run bench -- NAME`: the figures. */
const benches = new Command("bench").description(
  "Measures the product. --record keeps the figures in docs/figures.md.",
);
benches.addCommand(accuracyBench());
benches.addCommand(casesBench());
benches.addCommand(cockpitBench());
benches.addCommand(importsBench());
benches.addCommand(ingestBench());
benches.addCommand(bytesBench());
benches.addCommand(messagesBench());
benches.addCommand(millionBench());
benches.addCommand(packedBench());
benches.addCommand(rebuildBench());
benches.addCommand(reportsBench());
benches.addCommand(retentionBench());
benches.addCommand(sizesBench());
benches.addCommand(startBench());
benches.addCommand(rowLevelSecurityBench());
benches.addCommand(webBench());
await benches.parseAsync();
