import { replaceSource } from "./replace-source.ts";

// Keeps each statement of a migration as soon as it is done.
replaceSource("/server/database/migrate.ts", [
  [`await client.query("begin");`, ""],
  [`await client.query("commit");`, ""],
]);
