import { replaceSource } from "./replace-source.ts";

// Does not recalculate with what comes more than two days late.
replaceSource("/server/ingest/changes.ts", [
  ["if (changed.size === 0) return;", "if (Math.min(...changed.values()) < Date.now() - 2 * 86_400_000) return;"],
]);
