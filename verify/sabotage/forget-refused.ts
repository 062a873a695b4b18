import { replaceSource } from "./replace-source.ts";

// Counts what it refuses, and keeps none of it.
replaceSource("/server/ingest/refused.ts", [["if (rows.length === 0) return;", "if (rows.length >= 0) return;"]]);
