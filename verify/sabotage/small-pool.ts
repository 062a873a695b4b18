import { replaceSource } from "./replace-source.ts";

// No sabotage: four connections for all requests, so that each serves everybody.
replaceSource("/server/database/connect.ts", [['open("app", 12)', 'open("app", 4)']]);
