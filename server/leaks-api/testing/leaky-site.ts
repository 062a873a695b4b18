import { sql } from "kysely";
import { createGatewayToken } from "../../ingest/tokens/gateway-token.ts";
import { refreshAll } from "../../metering/refresh-all.ts";
import type { SmsSettings } from "../../outgoing/sms-settings.ts";
import { addMeter, addOrganization, addProperty, addUnit } from "../../reporting/testing/places.ts";
import { type ScopedApp, scopedApp } from "../../testing/scoped-app.ts";

export const HOUR = 3_600_000;
/** Local midnight in Chicago of the first day. */
export const FIRST = Date.parse("2026-06-01T05:00:00Z");
/** Instant of a whole local day, and hour of it, counted from the first. */
export const at = (day: number, hour = 0) => new Date(FIRST + (day * 24 + hour) * HOUR).toISOString();

/** Two like properties of two organizations, each with one unit: `home` on the whole unit, `bath` on its toilet. */
export interface LeakySite {
  app: ScopedApp;
  ours: LeakyProperty;
  theirs: LeakyProperty;
  /** Posts hours of `home` and `bath`, or of other meters, from day to day, gallons by day and hour of it; null: not measured. Refreshes. */
  send(
    property: LeakyProperty,
    days: [from: number, until: number],
    gallons: (serial: string, day: number, hour: number) => number | null,
    serials?: readonly string[],
  ): Promise<void>;
  refresh(): Promise<void>;
}

export interface LeakyProperty {
  propertyId: number;
  organizationId: number;
  unitId: number | null;
  buildingId: number;
  token: string;
  manager: { organizationIds: number[]; propertyIds: number[] };
}

/** @param sms the provider of text messages */
export async function leakySite(now: string, sms: SmsSettings | null = null): Promise<LeakySite> {
  const app = await scopedApp(now, sms);
  const refresh = () => refreshAll(app.connections, () => app.clock.now);
  return {
    app,
    ours: await addLeakyProperty(app, "Ours", 0.02),
    theirs: await addLeakyProperty(app, "Theirs", null),
    refresh,
    send: async ({ token }, [from, until], gallons, serials = ["home", "bath"]) => {
      const rows: object[] = [];
      for (let day = from; day < until; day++) {
        for (let hour = 0; hour < 24; hour++) {
          for (const serial of serials) {
            const value = gallons(serial, day, hour);
            if (value !== null) rows.push({ serial, hour: at(day, hour), gallons: value });
          }
        }
      }
      const headers = { authorization: `Bearer ${token}` };
      const answer = await app.ask({}, "POST", "/v1/ingest/readings", rows, headers);
      if (answer.status !== 200) throw new Error(`Ingest answered ${answer.status}: ${answer.text}`);
      await refresh();
    },
  };
}

async function addLeakyProperty(app: ScopedApp, name: string, price: number | null): Promise<LeakyProperty> {
  const { connections } = app;
  const organizationId = await addOrganization(connections, name, price);
  const property = await addProperty(connections, {
    name: `${name} House`,
    organization_id: organizationId,
    time_zone: "America/Chicago",
  });
  const unit = await addUnit(connections, property, "Main", "1");
  await addMeter(connections, unit, "SPOE", "home");
  await addMeter(connections, unit, "Toilet", "bath");
  const { token } = await connections.worker.transaction().execute(async (tx) => {
    const made = await sql<{ id: number }>`
      insert into gateways (property_id, serial_number) values (${property.id}, 'G1') returning id`.execute(tx);
    return createGatewayToken(tx, property.id, made.rows[0]?.id ?? 0);
  });
  const manager = { organizationIds: [organizationId], propertyIds: [property.id] };
  return { propertyId: property.id, organizationId, unitId: unit.unitId, buildingId: unit.buildingId, token, manager };
}
