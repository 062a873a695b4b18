import { sql } from "kysely";
import { z } from "zod";
import { type Connections, inScope, type Scope, type Transactional } from "../database/connect.ts";
import { isLockTimeout } from "../database/error-code.ts";
import { lock } from "../database/locks.ts";
import { queryRow } from "../database/query-rows.ts";
import { retry } from "../database/retry.ts";
import { withMonths } from "../metering/months-missing.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import type { Clock } from "../time/clock.ts";
import { holdReadings } from "./hold-readings.ts";

const PropertyRow = z.object({ organization_id: z.int().nullable(), time_zone: z.string() });

/** Dependencies of corrections. */
export interface RepairDeps {
  connections: Connections;
  clock: Clock;
}

/** One property in its own transaction. */
export interface PropertyInHand extends RepairDeps {
  tx: Transactional;
  propertyId: number;
  timeZone: string;
}

/** Attempts at a correction that deadlocks with a sender of readings. */
const MAX_ATTEMPTS = 6;
/** How long a correction waits for another one, or for the refresh, of the same property. */
const LONGEST_WAIT = "15s";

class RolledBack extends Error {}

/**
 * Runs `work` on one property of the scope in one transaction, which excludes every other refresh and correction of it.
 * Killed at any moment it leaves nothing half done.
 * @param keep false: the transaction is rolled back, only its result is returned
 * @throws ProblemError not_found for a property that is not in the scope; unavailable when its lock is held for long.
 */
export async function inProperty<T>(
  deps: RepairDeps,
  scope: Scope,
  propertyId: number,
  keep: boolean,
  work: (property: PropertyInHand) => Promise<T>,
): Promise<T> {
  const { narrow, timeZone } = await narrowed(deps, scope, propertyId);
  return retry({ maxAttempts: MAX_ATTEMPTS }, async () => {
    const done: T[] = [];
    const repair = async (tx: Transactional) => {
      await waitForProperty(tx, propertyId);
      done.push(await work({ ...deps, tx, propertyId, timeZone }));
      if (!keep) throw new RolledBack();
    };
    try {
      await withMonths(deps.connections, () => inScope(deps.connections.app, narrow, repair, "long"));
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
    }
    const [answer] = done;
    if (answer === undefined) throw new Error("A repair gave no answer.");
    return answer;
  });
}

/** The scope of that one property, with its organization, whose settings count. */
async function narrowed(
  { connections }: RepairDeps,
  scope: Scope,
  propertyId: number,
): Promise<{ narrow: Scope; timeZone: string }> {
  // Read under the whole scope, so that row-level security also checks that the property is in it.
  const property = scope.propertyIds.includes(propertyId)
    ? await inScope(
        connections.app,
        scope,
        (tx) =>
          queryRow(tx, PropertyRow)`
          select organization_id, time_zone from properties where id = ${propertyId} and archived_at is null`,
      )
    : undefined;
  if (property === undefined) throw new ProblemError("not_found", text`There is no such property.`);
  const { organization_id: organizationId, time_zone: timeZone } = property;
  const organizationIds = organizationId === null ? [] : [organizationId];
  return { narrow: { organizationIds, propertyIds: [propertyId] }, timeZone };
}

/** The locks under which the refresh of a property works, and under which senders store its readings. */
async function waitForProperty(tx: Transactional, propertyId: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LONGEST_WAIT)}`.execute(tx);
  try {
    await lock(tx, "propertyFigures", propertyId);
    await holdReadings(tx, propertyId, "alone");
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new ProblemError(
      "unavailable",
      text`Another repair or a long calculation is running at this property. Nothing was changed; try again in a minute.`,
    );
  }
  await sql`set local lock_timeout = 0`.execute(tx);
}
