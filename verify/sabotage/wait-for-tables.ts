import { replaceSource } from "./replace-source.ts";

// A change of a table waits for it as long as it takes, and all requests behind it.
replaceSource("/server/database/migrate.ts", [[`const LOCK_TIMEOUT = "500ms";`, `const LOCK_TIMEOUT = "0";`]]);
