import { z } from "zod";
import { runTrial } from "../world/trial.ts";
import { tryInterleaved } from "./interleaved.ts";

// The task: how many requests.
await runTrial((site, world, task) => tryInterleaved(site, world, z.number().parse(task)));
