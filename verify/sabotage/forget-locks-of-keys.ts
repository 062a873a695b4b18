import { replaceSource } from "./replace-source.ts";

// Does not see that a batch with the same key is at work.
replaceSource("/server/ingest/idempotency-key.ts", [
  ['if (await tryLock(tx, "idempotencyKey", name)) return;', "return;"],
]);
