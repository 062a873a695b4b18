import { replaceSource } from "./replace-source.ts";

// Leaves nobody to listen for a connection that breaks in the middle of a transaction.
replaceSource("/server/database/connect.ts", [['pool.on("connect", (client) => client.on("error", () => {}));', ""]]);
