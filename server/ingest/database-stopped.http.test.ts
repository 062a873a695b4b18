import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startRefresher } from "../metering/refresher.ts";
import { type IngestSite, openIngestSite, type TestGateway } from "./testing/ingest-site.ts";
import { openStoppablePostgres, type StoppablePostgres } from "./testing/stoppable-postgres.ts";

let postgres: StoppablePostgres;
let site: IngestSite;
let gateway: TestGateway;

beforeAll(async () => {
  postgres = await openStoppablePostgres();
  site = await openIngestSite(postgres);
  gateway = await site.addProperty("Etc/UTC", [{ serial: "M1", unit: "1", attachedTo: "SPOE", registerFactor: null }]);
});
afterAll(async () => {
  await site?.close();
  await postgres?.close();
});

const reading = (hour: number) => [
  { serial: "M1", hour: new Date(Date.UTC(2026, 4, 20, hour)).toISOString(), gallons: hour + 1 },
];

function post(hour: number) {
  const headers = { authorization: `Bearer ${gateway.token}` };
  return site.app.inject({ method: "POST", url: "/v1/ingest/readings", headers, payload: reading(hour) });
}

/** Sends an hour until it is stored, as a gateway does. Every response before that is one that permits a retry. */
async function sendUntilTaken(hour: number) {
  return vi.waitFor(
    async () => {
      const answer = await post(hour);
      if (answer.statusCode !== 200) expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "5"]);
      expect(answer.statusCode).toBe(200);
    },
    { timeout: 30_000, interval: 50 },
  );
}

test("answers with Retry-After without its database, and recovers by itself", async () => {
  const refresher = startRefresher(
    site.connections,
    () => site.clock.now,
    () => {},
  );
  expect((await post(0)).json()).toMatchObject({ stored: 1 });
  for (let stop = 0; stop < 3; stop++) {
    await postgres.stop();
    const answer = await post(1 + stop);
    expect([answer.statusCode, answer.headers["retry-after"], answer.json().code]).toEqual([503, "5", "unavailable"]);
    await postgres.start();
    await sendUntilTaken(1 + stop);
  }
  for (let cut = 0; cut < 5; cut++) {
    const sent = post(4 + cut);
    postgres.cut();
    expect([200, 503]).toContain((await sent).statusCode);
    await sendUntilTaken(4 + cut);
  }
  const total = vi.waitFor(
    async () => {
      const days = await sql<{ gallons: number }>`select gallons from property_days`.execute(site.connections.worker);
      expect(days.rows).toEqual([{ gallons: 45_000 }]);
    },
    { timeout: 30_000, interval: 100 },
  );
  await total;
  await refresher.stop();
}, 240_000);
