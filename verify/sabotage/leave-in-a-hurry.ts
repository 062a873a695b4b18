import { replaceSource } from "./replace-source.ts";

// Ends at once on a request to stop.
replaceSource("/server/main.ts", [["await server.stop(drainMs);", ""]]);
