import { replaceSource } from "./replace-source.ts";

// Deletes a private database without PG_VERSION and makes an empty one in its place.
replaceSource("server/database/cluster-folder.ts", [
  [
    'if (!names.includes("PG_VERSION")) {',
    'if (!names.includes("PG_VERSION")) {\n await rm(cluster, { recursive: true });\n return false;',
  ],
]);
