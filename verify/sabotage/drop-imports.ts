import { replaceSource } from "./replace-source.ts";

// Does not take up again the imports at which it was killed.
replaceSource("/server/uploads/take-uploads.ts", [
  ["where state in ('waiting', 'running') and kept_in =", "where state = 'waiting' and kept_in ="],
]);
