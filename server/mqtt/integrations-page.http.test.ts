import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { newUplinkMapping } from "../../contract/readings/uplink-mapping.ts";
import { readConfig } from "../config.ts";
import { addTestProperty, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { type Server, startServer } from "../start-server.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { setMapping } from "../uplinks/stored-mapping.ts";
import { findMosquitto, freePort, type Mosquitto, openMosquitto, PUBLISHER } from "./testing/mosquitto.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/integrations.md"), "utf8");
/** The samples that are to be pasted, in their order, each with what it is. */
const samples = [...page.matchAll(/^```(sh|json)\n(.*?)^```$/gms)].map((match) => ({
  kind: match[1],
  text: match[2] ?? "",
}));

const program = findMosquitto();
const canPublish = program !== null && existsSync(PUBLISHER);

let server: Server;
let mosquitto: Mosquitto | null = null;
let gateway: TestGateway;
let folder: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), "dripline-page-"));
  mosquitto = program === null ? null : await openMosquitto(program);
  const ownPort = await freePort();
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SESSION_SECRET: "not a secret, for one test run only",
    DEMO: "off",
    PORT: "0",
    LOG_LEVEL: "silent",
    MQTT_BROKER_PORT: `${ownPort}`,
    ...(mosquitto === null ? {} : { MQTT_URL: mosquitto.url }),
  });
  server = await startServer(config, () => {});
  const hours = { unit: "1", attachedTo: "SPOE", registerFactor: null } as const;
  const litres = { unit: "2", attachedTo: "SPOE", registerFactor: 264.172 } as const;
  gateway = await addTestProperty(server.connections, "America/New_York", [
    { ...hours, serial: "A-1001" },
    { ...litres, serial: "A-1002" },
    { ...hours, unit: "3", serial: "A81758FFFE05E2F1" },
    { ...litres, unit: "4", serial: "A81758FFFE05E2F2" },
  ]);
  await sql`update gateways set serial_number = 'GW-1' where property_id = ${gateway.propertyId}`.execute(
    server.connections.worker,
  );
  environment = {
    PATH: process.env.PATH,
    URL: server.url,
    PROPERTY: `${gateway.propertyId}`,
    TOKEN: gateway.token,
    BROKER: "127.0.0.1",
    BROKER_PORT: mosquitto === null ? "" : new URL(mosquitto.url).port,
    OWN_BROKER: "127.0.0.1",
    OWN_BROKER_PORT: `${ownPort}`,
  };
});
afterAll(async () => {
  await server?.stop();
  await mosquitto?.close();
  await database?.drop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const answered = z.union([
  z.object({ received: z.number().positive(), stored: z.number().positive(), rejected: z.literal(0) }),
  z.object({ accepted: z.number().positive(), rejected: z.tuple([]) }),
]);

test("each sample works as pasted", { timeout: 240_000 }, async () => {
  let mapping: unknown = null;
  const run = { curl: 0, mosquitto_pub: 0 };
  for (const { kind, text } of samples) {
    if (kind === "json") {
      mapping = JSON.parse(text);
      const parsed = newUplinkMapping.parse(mapping);
      const somebody = { userId: null, email: "somebody@example.com", requestId: "", at: 0 };
      const set = (tx: Parameters<typeof setMapping>[0]) =>
        setMapping(tx, somebody, gateway.propertyId, "GW-1", parsed);
      expect(await server.connections.worker.transaction().execute(set)).toBe(true);
    } else if (text.includes("mosquitto_pub")) {
      if (!canPublish) continue;
      const before = await stored();
      await paste(text);
      await vi.waitFor(async () => expect(await stored()).toBe(before + 1), { timeout: 30_000 });
      run.mosquitto_pub++;
    } else {
      const answer = answered.safeParse(JSON.parse(await paste(text)));
      expect([text, answer.error?.message]).toEqual([text, undefined]);
      run.curl++;
    }
  }
  expect(run).toEqual({ curl: 6, mosquitto_pub: canPublish ? 2 : 0 });
});

test("the page lists every field of a mapping and every topic", () => {
  for (const name of Object.keys(newUplinkMapping.shape)) expect(page).toContain(`\`${name}\``);
  for (const kind of ["readings", "heartbeat"]) expect(page).toContain(`}/${kind}\``);
});

async function paste(text: string): Promise<string> {
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", text], { env: environment });
  return stdout;
}

async function stored(): Promise<number> {
  const found = await sql<{ n: number }>`
    select coalesce(sum(array_length(array_remove(gallons, null), 1)), 0)::int as n from meter_days
    where property_id = ${gateway.propertyId} and gallons is not null`.execute(server.connections.worker);
  return found.rows[0]?.n ?? 0;
}
