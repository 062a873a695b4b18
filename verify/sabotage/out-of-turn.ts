import { replaceSource } from "./replace-source.ts";

// Works on what another server is at, as if there were no other.
replaceSource("/server/uploads/import-lock.ts", [
  // So long that every server has taken it before the first has begun, however quick the machine is.
  ["if (lock.rows[0]?.held !== true) return null;", "void lock; await new Promise((goOn) => setTimeout(goOn, 1000));"],
]);
replaceSource("/server/metering/refresh-property.ts", [
  ["return lock.rows[0]?.held === true ? refreshRound", "return lock.rows.length > 0 ? refreshRound"],
]);
replaceSource("/server/alerts/update-alerts.ts", [
  [`await sql\`select pg_advisory_xact_lock(710020, \${propertyId}::int)\`.execute(tx);`, ""],
]);
// So often that they meet there.
replaceSource("/server/uploads/start-imports.ts", [["const LOOK_MS = 2000;", "const LOOK_MS = 50;"]]);
