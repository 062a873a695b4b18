import { sql } from "kysely";
import type { Connections } from "../database/connect.ts";
import { lock } from "../database/locks.ts";
import { holdReadings } from "../ingest/hold-readings.ts";
import { inventoryOf } from "../metering/inventory/inventory.ts";
import { keepFloorStates } from "../metering/plan/floor-states.ts";
import { OPEN_AFTER_DAYS } from "../metering/plan/retained.ts";
import { refreshToTheEnd } from "../metering/refresh-all.ts";
import type { Clock } from "../time/clock.ts";
import { dayText, localDay } from "../time/local-day.ts";

/** How often readings that arrived meanwhile are processed first. */
const TRIES = 20;

/**
 * Closes the days of a property before `hoursFrom`: from then on nothing is stored or recalculated there, so that they
 * can be archived and dropped. Every meter's state at the first day that stays open is kept, as later recalculations
 * start from it.
 * @param hoursFrom number of the first local day whose hours are kept
 * @throws Error when readings for these days keep coming in
 */
export async function closeHours(
  connections: Connections,
  propertyId: number,
  hoursFrom: number,
  clock: Clock,
): Promise<void> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    await refreshToTheEnd(connections, propertyId, clock);
    if (await closeOnce(connections, propertyId, hoursFrom)) return;
  }
  throw new Error(
    `Property ${propertyId} keeps receiving readings for old days, so nothing of it was archived. Run retention again later.`,
  );
}

function closeOnce({ worker }: Connections, propertyId: number, hoursFrom: number): Promise<boolean> {
  return worker.transaction().execute(async (tx) => {
    await lock(tx, "propertyFigures", propertyId);
    const inventory = await inventoryOf(tx, propertyId);
    // One that is archived gets no readings and is not refreshed.
    if (inventory !== null) {
      const floor = hoursFrom + OPEN_AFTER_DAYS;
      const waits = async () => {
        const rows = await sql`
          select id from changes
          where property_id = ${propertyId}
            and ${Math.floor(localDay(inventory.timeZone, floor).startsAt / 1000)}::bigint > any(from_seconds) limit 1`.execute(
          tx,
        );
        return rows.rows.length > 0;
      };
      if (await waits()) return false;
      await keepFloorStates(tx, inventory, floor);
      // Senders that began before have ended then; those that come later see that the days are closed.
      await holdReadings(tx, propertyId, "alone");
      if (await waits()) return false;
      await sql`
        delete from meter_checkpoints
        where property_id = ${propertyId} and day < ${dayText(floor)}::date`.execute(tx);
    }
    await sql`update properties set hours_from = ${dayText(hoursFrom)}::date where id = ${propertyId}`.execute(tx);
    return true;
  });
}
