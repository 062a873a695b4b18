import { sql } from "kysely";
import { z } from "zod";
import { leakKind } from "../../contract/leaks/leaks.ts";
import { hash, hashText } from "../../simulator/random.ts";
import { type Connections, inScope } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { recordLastSeen } from "../ingest/last-seen.ts";
import type { Reading } from "../ingest/reading.ts";
import { storeReadings } from "../ingest/store/store.ts";
import { markRepaired } from "../leaks-api/mark-repaired.ts";
import type { RequestScope } from "../query/request-scope.ts";
import type { Clock } from "../time/clock.ts";
import { DAY_MS, HOUR_MS } from "../time/durations.ts";
import type { DemoProperty, NewDemoProperty } from "./places.ts";

const EndedLeak = z.object({
  serial_number: z.string(),
  kind: leakKind,
  started_at: z.date(),
  ended_at: z.date(),
});

/** What a meter reports for an hour when its counter slips: more than any pipe of a home can pass. */
const SLIPPED_GALLONS = 38_400_000;
/** Of the leaks that ended in the last days, one in so many was repaired. */
const REPAIRED_DAYS = 45;
const REPAIRED_EACH = 4;
/** The batteries of these meters last about ten years. */
const BATTERY_DAYS = 3650;
/** The oldest were installed so many days ago. */
const INSTALLED_DAYS = 2950;
/** The signal of a meter of each property has been this much weaker, in decibels, for a week. */
const FELL_BY = 14;
/** Days on which that meter reported its signal. */
const SIGNAL_DAYS = 30;

const notes = {
  "toilet leak": "Flapper replaced.",
  "water heater": "Relief valve replaced.",
  "other leak": "Worn washer replaced.",
};

/** Adds what no simulated meter sends by itself: quarantined readings, batteries and signals, repaired leaks. */
export async function addEvents(connections: Connections, properties: NewDemoProperty[], clock: Clock): Promise<void> {
  for (const [i, property] of properties.entries()) {
    // A reading of a meter behind a silent gateway would show that the gateway worked until then.
    const isReporting = property.simulated.gateways.every(({ silentFrom }) => silentFrom === null);
    if (i % 4 === 1 && isReporting) await slip(connections, property, clock);
    await reportBatteries(connections, property, clock());
    await markLeaksRepaired(connections, property, clock);
  }
}

/** A meter's counter slips in an hour of yesterday, and one reports that is not in the inventory. */
async function slip(connections: Connections, { propertyId, meterIds }: DemoProperty, clock: Clock): Promise<void> {
  const serials = [...meterIds.keys()];
  const serial = serials[Math.floor(serials.length / 2)] ?? "";
  const hour = Math.floor(clock() / HOUR_MS) * HOUR_MS - 26 * HOUR_MS;
  const readings = [
    { serial, gallons: SLIPPED_GALLONS },
    { serial: `${serial}-NEW`, gallons: 2_000 },
  ].map(({ serial, gallons }, i): Reading => {
    const raw = JSON.stringify({ serial, hour: new Date(hour).toISOString(), gallons: gallons / 1000 });
    const rest = { flowTime: null, events: null, hours: 1, minutes: null, sequence: 0, class: 0 };
    return { row: i + 1, serial, raw, kind: "hour", at: hour, gallons, ...rest };
  });
  await storeReadings(connections, { propertyId, source: "demo" }, readings, clock);
}

async function reportBatteries(connections: Connections, { propertyId, meterIds }: DemoProperty, now: number) {
  const reports = [...meterIds].map(([serial, deviceId]) => {
    const drawn = hash(hashText(serial), 1);
    const battery = Math.round(100 - (100 * (drawn % INSTALLED_DAYS)) / BATTERY_DAYS);
    return { device: "meter" as const, deviceId, at: now - DAY_MS, battery, signal: -60 - (drawn % 55) };
  });
  const [first] = reports;
  const earlier =
    first === undefined
      ? []
      : Array.from({ length: SIGNAL_DAYS }, (_, i) => ({
          ...first,
          at: now - (i + 1) * DAY_MS,
          signal: i < 7 ? first.signal - FELL_BY : first.signal,
        }));
  await inScope(connections.app, { organizationIds: [], propertyIds: [propertyId] }, (tx) =>
    recordLastSeen(tx, propertyId, [...reports.slice(1), ...earlier], now),
  );
}

/** Marks some of the recently ended leaks repaired, a few hours before each stopped. */
async function markLeaksRepaired(
  connections: Connections,
  { propertyId, organizationId }: NewDemoProperty,
  clock: Clock,
) {
  const scope: RequestScope = {
    userId: 0,
    email: "maintenance@dripline.example",
    isStaff: false,
    role: "organization admin",
    permissions: [],
    currentOrganizationId: organizationId,
    organizationIds: [organizationId],
    propertyIds: [propertyId],
  };
  const who = { userId: null, email: scope.email, requestId: "", at: clock() };
  await inScope(connections.app, scope, async (tx) => {
    const existing = await sql`select from leak_repairs where property_id = ${propertyId} limit 1`.execute(tx);
    if (existing.rows.length > 0) return;
    const ended = await queryRows(tx, EndedLeak)`
      select meters.serial_number, leaks.kind, leaks.started_at, leaks.ended_at
      from leaks join meters on meters.property_id = leaks.property_id and meters.id = leaks.meter_id
      where leaks.property_id = ${propertyId} and not leaks.suspected
        and leaks.ended_at > ${new Date(clock() - REPAIRED_DAYS * DAY_MS)}
      order by leaks.ended_at, leaks.meter_id`;
    for (const { serial_number: meter, kind, started_at, ended_at } of ended) {
      if (hashText(meter) % REPAIRED_EACH !== 0) continue;
      const at = Math.max(started_at.getTime(), ended_at.getTime() - 2 * HOUR_MS);
      const repaired_at = new Date(at).toISOString();
      await markRepaired(scope, tx, who, { property_id: propertyId, meter, repaired_at, note: notes[kind] }, clock);
    }
  });
}
