import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { inScope } from "../../database/connect.ts";
import type { RuleEvidence } from "../../leaks/state/leak.ts";
import { clockChange, clockChangeNow } from "../../reporting/testing/clock-change.ts";
import { type ScopedApp, scopedApp } from "../../testing/scoped-app.ts";
import { exportProperty } from "./export-property.ts";

let app: ScopedApp;
let home: Awaited<ReturnType<typeof clockChange>>;

beforeAll(async () => {
  app = await scopedApp(clockChangeNow);
  home = await clockChange(app.connections);
  await sql`update leaks set evidence = ${JSON.stringify([evidence])}::jsonb`.execute(app.connections.worker);
});

const evidence: RuleEvidence = {
  rule: "long_run",
  confidence: "medium",
  suspected: false,
  windowStart: Date.parse("2026-10-30T04:00:00Z"),
  windowEnd: Date.parse("2026-11-01T04:00:00Z"),
  hoursMeasured: 48,
  hoursMissing: 0,
  lowest: 500,
  measure: "hours_with_water",
  value: 48,
  threshold: 48,
  own: null,
};
afterAll(() => app.close());

const row = z.record(z.string(), z.unknown());
const rows = z.array(row);
const document = z.looseObject({
  format: z.literal("dripline-property"),
  version: z.literal(2),
  property: row,
  units: rows,
  meters: rows,
  leaks: z.array(z.looseObject({ total_gallons_leaked: z.number(), reasons: rows })),
  meter_days: z.array(
    z.looseObject({
      day: z.string(),
      starts_at: z.string(),
      hours: z.number(),
      gallons: z.array(z.number().nullable()),
      total_gallons: z.number().nullable(),
    }),
  ),
  unit_days: rows,
  property_days: rows,
});

const path = (id = home.places.property_id) => `/v1/reporting/leak-report/properties/${id}/export`;

test("exports a whole property, with every hour, in one document", async () => {
  const answer = await app.ask(home.manager, "GET", path());
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  const read = document.parse(answer.json());
  expect(read.property).toMatchObject({ name: "Elm Court", time_zone: "America/New_York" });
  expect(read.meters).toMatchObject([{ serial_number: "elm/2 №1" }]);
  expect(read.leaks.map((leak) => leak.total_gallons_leaked)).toEqual([0, 14.5]);
  expect(read.leaks[1]?.reasons).toMatchObject([{ rule: "long_run", lowest_hour_gallons: 0.5, unit: "hours" }]);
  expect(read.meter_days.map(({ day, hours }) => [day, hours])).toEqual([
    ["2026-03-08", 23],
    ["2026-10-30", 24],
    ["2026-11-01", 25],
    ["2026-11-02", 24],
    ["2026-11-03", 24],
  ]);
  const longest = read.meter_days[2];
  expect(longest?.starts_at).toBe("2026-11-01T04:00:00.000Z");
  expect(longest?.gallons.slice(0, 6)).toEqual([1, 1.5, 2.5, 1, 1, null]);
  expect(read.property_days.length).toBe(read.unit_days.length);
  // Every row has a line of its own.
  expect(answer.text.split("\n").filter((line) => line.startsWith('{"meter_id"')).length).toBeGreaterThan(5);
});

test("reads few photos at a time", async () => {
  const { worker } = app.connections;
  const id = home.places.property_id;
  const at = new Date(app.clock.now);
  await sql`
    with event as (
      insert into leak_case_events (property_id, place, cause, kind, at, about_at, made_by, made_at)
      values (${id}, ${home.places.unit_id}, 'other leak', 'note', ${at}, ${at}, 'ann@example.com', ${at})
      returning property_id, id
    )
    insert into leak_case_photos (property_id, event_id, content, preview, width, height, made_by, made_at)
    select property_id, id, decode(repeat('ff', 300000), 'hex'), '', 4, 3, 'ann@example.com', ${at}
    from event cross join generate_series(1, 30)`.execute(worker);
  let longest = 0;
  let photos = 0;
  const clock = () => app.clock.now;
  await inScope(app.connections.app, home.manager, async (tx) => {
    for await (const piece of exportProperty(tx, { id, timeZone: "America/New_York" }, clock, async () => {})) {
      longest = Math.max(longest, piece.length);
      photos += piece.split('"jpeg":"').length - 1;
    }
  });
  expect(photos).toBe(30);
  expect(longest).toBeLessThan(4_000_000);
});

test("allows administrators to export properties in their scope", async () => {
  const ask = async (who: object, id?: number) => (await app.ask(who, "GET", path(id))).status;
  expect(await ask({ ...home.manager, role: "organization member" })).toBe(403);
  expect(await ask({ ...home.manager, propertyIds: [] })).toBe(404);
  expect(await ask(home.manager, 4_000_000)).toBe(404);
});
