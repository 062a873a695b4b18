import { sql } from "kysely";
import { updateAlerts } from "../../../server/alerts/update-alerts.ts";
import { showProgress } from "../../../server/cli/output/progress.ts";
import type { Connections } from "../../../server/database/connect.ts";
import { ensureMonths } from "../../../server/database/partitions.ts";
import { storeHistory } from "../../../server/demo/load-demo.ts";
import { refreshAll } from "../../../server/metering/refresh-all.ts";
import { addOrganization } from "../../../server/organizations/add-organization.ts";
import { addProperty } from "../../../server/organizations/add-property.ts";
import { dayText, localDayAt } from "../../../server/time/local-day.ts";
import { addRest } from "../../walls/rest-of-a-property.ts";
import { NOW } from "./now.ts";
import { simulatedSites, ZONE } from "./sites.ts";

/** Dollars per gallon: one unit in seven has had a price of its own for 40 days. */
const OWN_PRICE = 0.021;
const OWN_PRICE_DAYS = 40;

/**
 * Simulates some unlike properties in an empty, migrated database, and lets the product work out what follows from their
 * readings.
 */
export async function workOutSites(connections: Connections, meters: number, days: number): Promise<void> {
  const today = localDayAt(ZONE, NOW).day;
  await ensureMonths(
    connections.owner,
    Array.from({ length: days + 3 }, (_, i) => dayText(today - days - 1 + i)),
  );
  const organizationId = await connections.worker.transaction().execute((tx) => addOrganization(tx, "First", true));
  const sites = simulatedSites(meters, NOW);
  const storing = showProgress(`simulating properties of ${meters} meters`);
  const propertyIds: number[] = [];
  for (const [index, simulated] of sites.entries()) {
    const made = await connections.worker.transaction().execute((tx) => addProperty(tx, organizationId, simulated));
    propertyIds.push(made.propertyId);
    await addOwnPrices(connections, made.propertyId, dayText(today - OWN_PRICE_DAYS));
    await storeHistory(connections, { ...made, simulated }, NOW, days, (share) =>
      storing.update(index + share, sites.length, simulated.name),
    );
  }
  storing.end();
  const working = showProgress("finding leaks");
  await refreshAll(
    connections,
    () => NOW,
    (done, left) => working.update(done, done + left, `${done} meters`),
  );
  working.end();
  for (const propertyId of propertyIds) {
    await addRest(connections, propertyId, dayText(today), days);
    await updateAlerts(connections, propertyId, () => NOW);
  }
  // Otherwise the server would first send all notices so far, once for each copy.
  await sql`truncate outbox cascade`.execute(connections.owner);
}

async function addOwnPrices({ worker }: Connections, propertyId: number, firstDay: string): Promise<void> {
  await sql`
    insert into unit_prices (property_id, unit_id, first_day, price)
    select property_id, id, ${firstDay}::date, ${OWN_PRICE}::numeric from units
    where property_id = ${propertyId} and id % 7 = 0`.execute(worker);
}
