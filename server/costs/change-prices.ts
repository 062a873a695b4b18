import { type Connections, inScope, type Scope, type Transactional } from "../database/connect.ts";
import { codeOf } from "../database/error-code.ts";
import { retry } from "../database/retry.ts";
import { createWorkQueue } from "../queue/work-queue.ts";
import { noSuchUnits } from "./units-in-scope.ts";

/** How often a change is tried again when it and another one waited for each other. */
const MAX_ATTEMPTS = 6;
/** A unit was removed between the check of it and the write (foreign_key_violation). */
const UNIT_GONE = "23503";

/** Changes of one property wait for each other, each holding a connection meanwhile. */
const AT_ONCE = 3;
const MOST_WAITING = 200;
const line = createWorkQueue(
  AT_ONCE,
  MOST_WAITING,
  "Many prices are being changed right now. Nothing was changed; try again in a minute.",
);

/**
 * Runs a change of prices in one transaction of the scope, once more where it and others stood in each other's way.
 * @throws ProblemError unavailable when too many wait
 */
export function changePrices<T>(
  connections: Connections,
  scope: Scope,
  work: (tx: Transactional) => Promise<T>,
): Promise<T> {
  const attempt = () => inScope(connections.app, scope, work, "long");
  return line.run(() =>
    retry({ maxAttempts: MAX_ATTEMPTS }, attempt).catch((error: unknown) => {
      throw codeOf(error) === UNIT_GONE ? noSuchUnits() : error;
    }),
  );
}
