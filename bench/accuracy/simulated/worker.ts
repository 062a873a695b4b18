import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { judgeUnit } from "./judge.ts";
import { leakyUnits } from "./units.ts";

/** Judges whole buildings and sends what came of each. Runs as a worker thread beside others. */
const { buildings, units } = z.object({ buildings: z.array(z.number()), units: z.number() }).parse(workerData);
for (const building of buildings) parentPort?.postMessage(leakyUnits(building, units).map(judgeUnit));
