import { replaceSource } from "./replace-source.ts";

// Adds a volume to what stands in its hour, instead of knowing it for the same.
replaceSource("/server/ingest/store-hours.ts", [
  ["set gallons[v.slot] = v.gallons", "set gallons[v.slot] = coalesce(d.gallons[v.slot], 0) + v.gallons"],
  ["and d.gallons[v.slot] is null", ""],
]);
replaceSource("/server/ingest/merge-day.ts", [
  [
    'if (order === 0) return { result: "same", superseded: null };',
    `if (order === 0 && standing !== null) {
      put(day, { ...value, gallons: value.gallons + standing.gallons });
      return { result: "new", superseded: null };
    }`,
  ],
]);
