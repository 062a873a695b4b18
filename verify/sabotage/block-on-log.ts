import { replaceSource } from "./replace-source.ts";

// Logs to pino's own destination, which retries a last write without end.
replaceSource("/server/main.ts", [["systemClock, log, interrupt", "systemClock, undefined, interrupt"]]);
