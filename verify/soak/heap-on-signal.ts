import { renameSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Preloaded by the soak: on a signal, the server collects its garbage and writes down how much is left.
setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

process.on("SIGUSR2", () => {
  const file = process.env.HEAP_FILE;
  if (file === undefined || typeof collect !== "function") throw new Error("The soak's server cannot say its heap.");
  collect();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(`${file}.new`, String(heapUsed + external));
  renameSync(`${file}.new`, file);
});
