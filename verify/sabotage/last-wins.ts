import { replaceSource } from "./replace-source.ts";

// Of two values for an hour takes the one that came last.
replaceSource("/server/ingest/merge-day.ts", [
  ["a.sequence - b.sequence ||", "Math.abs(a.sequence - b.sequence) ||"],
  ["a.gallons - b.gallons ||", "Math.abs(a.gallons - b.gallons) ||"],
]);
