import { runTrial } from "../world/trial.ts";
import { tryWrites } from "./try-writes.ts";

await runTrial(tryWrites);
