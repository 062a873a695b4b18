import { replaceSource } from "./replace-source.ts";

// Works on what another server is at, as if there were no other.
replaceSource("/server/database/locks.ts", [
  // So long that every server has taken it before the first has begun, however quick the machine is.
  [
    "if (found.rows[0]?.held !== true) return null;",
    "void found; await new Promise((goOn) => setTimeout(goOn, 1000));",
  ],
]);
replaceSource("/server/metering/refresh-property.ts", [
  ['if (!(await tryLock(tx, "propertyFigures", propertyId))) return null;', ""],
]);
replaceSource("/server/alerts/update-alerts.ts", [['await lock(tx, "alerts", propertyId);', ""]]);
// So often that they meet there.
replaceSource("/server/uploads/start-imports.ts", [["const LOOK_MS = 2000;", "const LOOK_MS = 50;"]]);
