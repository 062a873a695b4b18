import fastify, { type FastifyInstance } from "fastify";
import { sql } from "kysely";
import { z } from "zod";
import { type IngestAnswer, ingestAnswer } from "../../../contract/readings/ingest.ts";
import { type Connections, connect } from "../../database/connect.ts";
import { acceptJson } from "../../http/body/json-body.ts";
import { answerErrors } from "../../http/errors.ts";
import { acceptLines, READINGS_PATH, serveIngest } from "../../http/readings/ingest.ts";
import { routesOn } from "../../http/route/route.ts";
import { countPlaces } from "../../metering/inventory/count-places.ts";
import { refreshAll } from "../../metering/refresh-all.ts";
import type { AttachedTo } from "../../readings/meter-day.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { createGatewayToken } from "../tokens/gateway-token.ts";

/** The ingest call on a database of its own. */
export interface IngestSite {
  app: FastifyInstance;
  connections: Connections;
  /** The time in milliseconds; set it to let time pass. */
  clock: { now: number };
  addProperty(timeZone: string, meters: TestMeter[]): Promise<TestGateway>;
  /** Posts rows with a gateway's token; fails unless the status is 200. */
  send(gateway: TestGateway, readings: readonly object[]): Promise<IngestAnswer>;
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export interface TestMeter {
  serial: string;
  unit: string | null;
  attachedTo: AttachedTo;
  /** Thousandths of a gallon per unit of its register; null: it reports hours. */
  registerFactor: number | null;
}

/** A property and the token of its one gateway. */
export interface TestGateway {
  propertyId: number;
  gatewayId: number;
  tokenId: number;
  token: string;
  meterIds: Map<string, number>;
}

const only = z.tuple([z.object({ id: z.number() })]);

export async function openIngestSite(given?: { url: string }): Promise<IngestSite> {
  const database = given === undefined ? await freshDatabase() : { ...given, drop: async () => {} };
  const connections = connect(database.url);
  const clock = { now: Date.UTC(2026, 5, 1) };
  const app = fastify({ bodyLimit: 8 * 1024 * 1024 });
  app.removeContentTypeParser("text/plain");
  answerErrors(app, async () => {});
  acceptJson(app, READINGS_PATH);
  acceptLines(app);
  serveIngest(
    routesOn(app, async () => null),
    { connections, clock: () => clock.now },
  );
  return {
    app,
    connections,
    clock,
    addProperty: (timeZone, meters) => addTestProperty(connections, timeZone, meters),
    send: async ({ token }, readings) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await app.inject({ method: "POST", url: "/v1/ingest/readings", headers, payload: [...readings] });
      if (answer.statusCode !== 200) throw new Error(`Ingest answered ${answer.statusCode}: ${answer.body}`);
      return ingestAnswer.parse(answer.json());
    },
    refresh: () => refreshAll(connections, () => clock.now),
    close: async () => {
      await app.close();
      await connections.close();
      await database.drop();
    },
  };
}

/** Makes a property with these meters below one gateway, `G1`. */
export async function addTestProperty(
  { worker }: Connections,
  timeZone: string,
  meters: TestMeter[],
): Promise<TestGateway> {
  return worker.transaction().execute(async (tx) => {
    const id = async (query: ReturnType<typeof sql>) => only.parse((await query.execute(tx)).rows)[0].id;
    const propertyId = await id(
      sql`insert into properties (name, time_zone) values ('Test', ${timeZone}) returning id`,
    );
    const gatewayId = await id(
      sql`insert into gateways (property_id, serial_number) values (${propertyId}, 'G1') returning id`,
    );
    const buildingId = await id(
      sql`insert into buildings (property_id, name) values (${propertyId}, 'Main') returning id`,
    );
    const units = new Map<string | null, number | null>([[null, null]]);
    const meterIds = new Map<string, number>();
    for (const { serial, unit, attachedTo, registerFactor } of meters) {
      if (!units.has(unit)) {
        units.set(
          unit,
          await id(
            sql`insert into units (property_id, building_id, name) values (${propertyId}, ${buildingId}, ${unit}) returning id`,
          ),
        );
      }
      const pointId = await id(sql`
        insert into meter_points (property_id, building_id, unit_id, attached_to, label)
        values (${propertyId}, ${buildingId}, ${units.get(unit) ?? null}, ${attachedTo}, ${serial}) returning id`);
      const meterId = await id(sql`
        insert into meters (property_id, serial_number, gateway_id, register_unit, register_factor)
        values (${propertyId}, ${serial}, ${gatewayId}, ${registerFactor === null ? null : "pulse"}, ${registerFactor})
        returning id`);
      await id(sql`
        insert into meter_services (property_id, meter_id, point_id) values (${propertyId}, ${meterId}, ${pointId})
        returning id`);
      meterIds.set(serial, meterId);
    }
    await countPlaces(tx, propertyId);
    const { id: tokenId, token } = await createGatewayToken(tx, propertyId, gatewayId);
    return { propertyId, gatewayId, tokenId, token, meterIds };
  });
}
