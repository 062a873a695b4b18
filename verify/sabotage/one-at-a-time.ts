import { replaceSource } from "./replace-source.ts";

// Answers one report after the other, and takes a tenth of a second for each.
replaceSource("/server/http/report-queue.ts", [
  ["createFairQueue(atOnce,", "createFairQueue(1,"],
  [
    "line.run(whose, work, timeoutMs)",
    "line.run(whose, () => new Promise((later) => setTimeout(later, 100)).then(work), timeoutMs)",
  ],
]);
