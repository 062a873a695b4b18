import { replaceSource } from "./replace-source.ts";

// Locks days in the order in which they come, and passes a deadlock on to the sender.
replaceSource("/server/ingest/store-days.ts", [
  ["bundles.toSorted((a, b) => a.meterId - b.meterId || a.day - b.day)", "[...bundles]"],
]);
replaceSource("/server/ingest/day-rows.ts", [
  ["    order by d.meter_id, d.day\n    for update of d", "    for update of d"],
]);
replaceSource("/server/ingest/store.ts", [["const MAX_ATTEMPTS = 8;", "const MAX_ATTEMPTS = 1;"]]);
