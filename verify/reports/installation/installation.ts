import { sql } from "kysely";
import { z } from "zod";
import { createGatewayToken } from "../../../server/ingest/tokens/gateway-token.ts";
import { growInventory } from "../../../server/metering/inventory/inventory.ts";
import { refreshAll } from "../../../server/metering/refresh-all.ts";
import { addOrganization } from "../../../server/organizations/add-organization.ts";
import { addProperty, type MadeProperty } from "../../../server/organizations/add-property.ts";
import { HOUR_MS } from "../../../server/time/durations.ts";
import { dayText, localDayAt } from "../../../server/time/local-day.ts";
import { Draws, hash } from "../../../simulator/random.ts";
import { ORGANIZATIONS, type Planned, planInstallation } from "./plan.ts";
import { type Row, sentBy } from "./sent.ts";
import { type Site, whoSees } from "./site.ts";

/** The instant up to which everything was sent: 12 November 2026, shortly after the clocks of all zones changed. */
export const NOW = Date.parse("2026-11-12T15:20:00Z");

export interface Installation {
  organizationIds: number[];
  properties: Made[];
}

export interface Made extends MadeProperty, Planned {
  token: string;
  /** What comes when all else has been worked out. */
  late: Row[];
}

const ROWS_AT_ONCE = 5_000;

/** Fills an empty, migrated database: places, readings through the ingest call, heartbeats, occupancy; all worked out. */
export async function makeInstallation(
  site: Site,
  { seed, properties, days }: { seed: number; properties: number; days: number },
  say: (line: string) => void,
): Promise<Installation> {
  const { connections } = site;
  const made: Installation = { organizationIds: [], properties: [] };
  const plan = planInstallation(seed, properties);
  await connections.worker.transaction().execute(async (tx) => {
    for (const [number, name] of ORGANIZATIONS.entries()) {
      made.organizationIds.push(await addOrganization(tx, name, number === 0));
    }
    for (const planned of plan) {
      const organizationId = planned.organization === null ? null : made.organizationIds[planned.organization];
      const place = await addProperty(tx, organizationId, planned.simulated);
      const serials = [...planned.registers];
      await sql`update meters set register_unit = 'gallon', register_factor = 1000
        where property_id = ${place.propertyId} and serial_number = any(${serials}::text[])`.execute(tx);
      const [gatewayId = 0] = place.gatewayIds.values();
      const { token } = await createGatewayToken(tx, place.propertyId, gatewayId);
      await addRouter(tx, place, gatewayId);
      await growInventory(tx, place.propertyId);
      made.properties.push({ ...planned, ...place, token, late: [] });
    }
  });
  for (const [number, property] of made.properties.entries()) {
    const draws = new Draws(hash(seed, 1000 + number));
    // Some gateways stopped sending hours or days ago, and their meters with them; the first goes on.
    const silence = draws.chance(0.4) ? draws.whole(3, 130) * HOUR_MS : 0;
    const until = NOW - (number === 0 ? 0 : silence);
    // One meter of each is delayed, and that for a few hours: what tells after how many it is.
    const quietFrom = NOW - 26 * HOUR_MS;
    site.clock.now = until;
    const { inTime, late } = sentBy(property, { until, quietFrom }, days, draws);
    property.late = late;
    await send(site, property, inTime);
    await sendHeartbeats(site, property, until, draws);
    await sendOccupancy(site, property, draws);
    say(`${property.simulated.name}: ${property.meterIds.size} meters, ${inTime.length} readings`);
  }
  site.clock.now = NOW;
  await refreshAll(connections, () => site.clock.now);
  return made;
}

/** Sends readings as the property's gateway. @throws Error when they are not taken */
export async function send(site: Site, { token }: Made, rows: readonly Row[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const body = rows.slice(from, from + ROWS_AT_ONCE);
    await asGateway(site, token, "/v1/ingest/readings", body);
  }
}

async function asGateway(site: Site, token: string, url: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await site.ask(whoSees([], []), { method: "POST", url, headers, body });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${answer.text}`);
  const { rows = [] } = judged.parse(JSON.parse(answer.text));
  const rejected = rows.find(({ status }) => status === "rejected");
  if (rejected !== undefined) throw new Error(`${url} rejected a row: ${rejected.reason}`);
}

const judged = z.looseObject({
  rows: z.array(z.looseObject({ status: z.string(), reason: z.string().optional() })).optional(),
});

async function addRouter(
  tx: Parameters<typeof addProperty>[0],
  { propertyId, meterIds }: MadeProperty,
  gatewayId: number,
): Promise<void> {
  const behind = [...meterIds.values()].slice(0, 4);
  await sql`
    with made as (
      insert into routers (property_id, gateway_id, serial_number)
      values (${propertyId}, ${gatewayId}, ${`R-${propertyId}`}) returning id
    )
    update meters set router_id = (select id from made)
    where property_id = ${propertyId} and id = any(${behind}::bigint[])`.execute(tx);
}

/** Two of three gateways tell of themselves and of devices behind them. */
async function sendHeartbeats(site: Site, property: Made, until: number, draws: Draws): Promise<void> {
  if (draws.chance(1 / 3)) return;
  const meters = [...property.meterIds.keys()].slice(0, 2).map((serial) => ({ serial, signal: -draws.whole(60, 110) }));
  for (const before of [300, 70, 26, 2, 0]) {
    const isLong = before > draws.whole(0, 100);
    await asGateway(site, property.token, "/v1/ingest/heartbeats", {
      sent_at: new Date(until - before * HOUR_MS).toISOString(),
      routers: isLong ? [{ serial: `R-${property.propertyId}`, battery: draws.whole(1, 100) }] : [],
      meters: before === 26 ? meters : [],
    });
  }
}

async function sendOccupancy(site: Site, property: Made, draws: Draws): Promise<void> {
  const { simulated, propertyId } = property;
  const today = localDayAt(simulated.timeZone, NOW).day;
  const rows = simulated.buildings.flatMap((building) =>
    building.units
      .filter(() => draws.chance(0.6))
      .map((unit) => ({
        building: building.name,
        unit: unit.name,
        status: unit.vacant ? "vacant" : "occupied",
        ...(draws.chance(0.3) ? { move_in: dayText(today - draws.whole(1, 20)) } : {}),
      })),
  );
  if (rows.length === 0) return;
  const url = `/v1/properties/${propertyId}/occupancy`;
  const scope = whoSees([propertyId], []);
  const answer = await site.ask(scope, { method: "PUT", url, body: { as_of: dayText(today - 3), rows } });
  if (answer.status >= 300) throw new Error(`${url} answered ${answer.status}: ${answer.text}`);
}
