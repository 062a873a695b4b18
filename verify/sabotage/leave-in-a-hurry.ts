import { replaceSource } from "./replace-source.ts";

// Ends at once when it is asked to.
replaceSource("/server/main.ts", [["await server.stop(drainMs);", ""]]);
