import { sql } from "kysely";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addTestProperty, type IngestSite, openIngestSite, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { gaugeStored } from "./gauge-stored.ts";

let site: IngestSite;
let live: TestGateway;
let archived: TestGateway;

beforeAll(async () => {
  site = await openIngestSite();
  const meter = { unit: "1", attachedTo: "SPOE", registerFactor: null, serial: "A-1" } as const;
  live = await addTestProperty(site.connections, "America/New_York", [meter]);
  archived = await addTestProperty(site.connections, "America/New_York", [meter]);
  const { worker } = site.connections;
  for (const { propertyId, meterIds } of [live, archived]) {
    const meterId = meterIds.get("A-1");
    await sql`
      insert into quarantined_readings (property_id, meter_id, measured_at, gallons, most)
      values (${propertyId}, ${meterId}, '2026-05-01T10:00:00Z', 9000000, 1500000)`.execute(worker);
    await sql`
      insert into register_findings
        (property_id, meter_id, measured_at, kind, is_quarantined, last_at, highest_before, register, gallons)
      values (${propertyId}, ${meterId}, '2026-05-02T10:00:00Z', 'fell', true, '2026-05-02T11:00:00Z', 9, 5, 0),
        (${propertyId}, ${meterId}, '2026-05-03T10:00:00Z', 'too much', true, '2026-05-03T11:00:00Z', 5, 9, 0),
        (${propertyId}, ${meterId}, '2026-05-04T10:00:00Z', 'dip', false, '2026-05-04T10:00:00Z', 9, 8, 0)`.execute(
      worker,
    );
    await sql`
      insert into rejected_readings (property_id, source, source_row, raw, code, reason)
      values (${propertyId}, 'G1', 1, '{}', 'serial', 'It has no serial.')`.execute(worker);
    await sql`
      insert into leaks (property_id, meter_id, kind, started_at, opened_at, last_confirmed_at, suspected, unconfirmed,
        confidence, gallons_total, rules, evidence)
      values (${propertyId}, ${meterId}, 'other leak', '2026-05-01', '2026-05-02', '2026-05-03', false, false, 'high', 0,
        '{continuous}', '[]')`.execute(worker);
    await sql`insert into changes (property_id, meter_ids, from_seconds) values (${propertyId}, ${[meterId]}, ${[0]})`.execute(
      worker,
    );
  }
  await sql`update properties set archived_at = now() where id = ${archived.propertyId}`.execute(worker);
});
afterAll(() => site?.close());

test("counts what waits at properties that are not archived, registers in quarantine too", async () => {
  const registry = new Registry();
  gaugeStored(registry, site.connections);
  const shown = await registry.getMetricsAsJSON();
  const value = (name: string) => shown.find((metric) => metric.name === name)?.values[0]?.value;
  expect([
    value("dripline_refresh_waiting"),
    value("dripline_quarantined_rows"),
    value("dripline_rejected_rows"),
    value("dripline_leaks_open"),
  ]).toEqual([1, 3, 1, 1]);
});
