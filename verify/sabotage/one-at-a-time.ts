import { replaceSource } from "./replace-source.ts";

// Answers one report after the other, and takes a tenth of a second for each.
replaceSource("/server/http/report-turns.ts", [
  ["createFairLine(atOnce,", "createFairLine(1,"],
  [
    "line.run(whose, work, patience)",
    "line.run(whose, () => new Promise((later) => setTimeout(later, 100)).then(work), patience)",
  ],
]);
