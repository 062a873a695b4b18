import { type Connections, inScope, type Transactional } from "../../database/connect.ts";
import { lock } from "../../database/locks.ts";
import { retry } from "../../database/retry.ts";
import { withMonths } from "../../metering/months-missing.ts";
import { signalChange } from "../../metering/signal.ts";
import type { Clock } from "../../time/clock.ts";
import { holdReadings } from "../hold-readings.ts";
import { recordGatewaySeen } from "../last-seen.ts";
import type { Outcome, Reading, Rejection } from "../reading.ts";
import type { Target } from "./rejected.ts";
import { storeInTransaction } from "./store-in-transaction.ts";

/** Done in the transaction of the batch, before and after its storing; again from the start when that is tried again. */
export type Around = (tx: Transactional, storing: () => Promise<Outcome[]>) => Promise<Outcome[]>;

/** How often a batch is retried when Postgres requires it (deadlock, serialization failure). */
const MAX_ATTEMPTS = 8;

/**
 * Stores a batch for one property in one transaction: readings, the losers of conflicts, rejected rows, and the marks
 * for refresh. Once it returns, all is durable.
 * @param unread rows of the batch that were rejected before they became readings; they are kept beside the others
 * @param around what else belongs to the transaction
 * @returns an outcome per reading, in their order.
 * @throws ProblemError `not_found` for an unknown property; errors of the database as they are, with nothing stored.
 */
export async function storeReadings(
  connections: Connections,
  target: Target,
  readings: Reading[],
  clock: Clock,
  unread: Rejection[] = [],
  around: Around = (_tx, storing) => storing(),
): Promise<Outcome[]> {
  const { propertyId, gatewayId, isContact = true } = target;
  const scope = { organizationIds: [], propertyIds: [propertyId] };
  const outcomes = await retry({ maxAttempts: MAX_ATTEMPTS }, (attempt) =>
    withMonths(connections, () =>
      // A batch may wait for a correction, which takes longer than a report’s statement may.
      inScope(
        connections.app,
        scope,
        (tx) =>
          around(tx, async () => {
            await holdReadings(tx, propertyId, "with other senders");
            // Batches that deadlocked are retried one by one.
            if (attempt > 1) await lock(tx, "retriedBatches", propertyId);
            const stored = await storeInTransaction(tx, connections, target, readings, clock(), unread);
            if (gatewayId !== undefined && isContact) await recordGatewaySeen(tx, propertyId, gatewayId, clock());
            return stored;
          }),
        "long",
      ),
    ),
  );
  if (outcomes.some((outcome) => outcome.status === "stored")) signalChange(propertyId);
  return outcomes;
}
