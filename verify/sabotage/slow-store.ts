import { replaceSource } from "./replace-source.ts";

// Waits a while with every batch.
replaceSource("/server/ingest/store.ts", [
  [
    'await holdReadings(tx, propertyId, "with other senders");',
    'await holdReadings(tx, propertyId, "with other senders");\n            await new Promise((go) => setTimeout(go, 300));',
  ],
]);
