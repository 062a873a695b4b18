import { replaceSource } from "./replace-source.ts";

// No sabotage: the first look for old months comes soon after the start, and so does another where a server was at it.
replaceSource("/server/retention/start-retention.ts", [
  ["const FIRST_MS = 60_000;", "const FIRST_MS = 15_000;"],
  ["const AGAIN_MS = 30_000;", "const AGAIN_MS = 500;"],
]);
