import { afterAll, beforeAll, expect, test } from "vitest";
import { addMeter, addProperty, addUnit } from "../testing/places.ts";
import { type ReportsApp, reportsApp } from "../testing/reports-app.ts";
import { twoZones, twoZonesNow } from "../testing/two-zones.ts";

let app: ReportsApp;
let world: Awaited<ReturnType<typeof twoZones>>;

beforeAll(async () => {
  app = await reportsApp(twoZonesNow);
  world = await twoZones(app.connections);
});
afterAll(() => app.close());

const paths = ["overview", "flow/day", "flow/hour", "consumption/day", "consumption/hour"];
const withoutId = (text: string) => ({ ...JSON.parse(text), request_id: "" });

test.each(paths)("%s: asks for the property of a serial number that two properties have", async (path) => {
  const of = (query: string) => app.ask(world.everybody, `leak-report/leak-details/meters/elm-2/${path}${query}`);
  const ambiguous = await of("");
  expect(ambiguous.status).toBe(409);
  expect(JSON.parse(ambiguous.text)).toMatchObject({
    code: "ambiguous_serial",
    detail: "Elm Court and Foreign House both have a meter with this serial number. Say which with property_id.",
  });
  expect((await of(`?property_id=${world.properties.elm}`)).status).toBe(200);
  expect((await of(`?organization_id=${world.organizations.other}`)).status).toBe(200);
});

// Covers calls-12
test.each(paths)("%s: treats meters outside the scope as unknown", async (path) => {
  const ask = (meter: string, query = "") =>
    app.ask(world.manager, `leak-report/leak-details/meters/${meter}/${path}${query}`);
  // The meter of the same serial in Foreign House is out of scope: no ambiguity, and our own figures.
  const own = await ask("elm-2");
  expect(own.status).toBe(200);
  expect(own.text).not.toContain("Foreign");
  expect(own.text).not.toContain("77.777");
  const [unknown, elsewhere] = [await ask("elm-999"), await ask("elm-2", `?property_id=${world.properties.palm}`)];
  expect([unknown.status, elsewhere.status]).toEqual([404, 404]);
  expect(withoutId(elsewhere.text)).toEqual(withoutId(unknown.text));
});

test("shows the present place of a moved meter", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Moved", time_zone: "America/New_York" });
  const before = await addUnit(connections, property, "Main", "Before");
  const meter = await addMeter(connections, before, "SPOE", "moved", { ended_at: "2026-06-01T00:00:00Z" });
  const after = await addUnit(connections, property, "Main", "After");
  const spare = await addMeter(connections, after, "Toilet", "spare", { ended_at: "2026-06-01T00:00:00Z" });
  await connections.worker
    .insertInto("meter_services")
    .values({
      property_id: property.id,
      meter_id: meter.id,
      point_id: spare.pointId,
      began_at: "2026-06-01T00:00:00Z",
      opening_register: null,
      closing_register: null,
    })
    .execute();
  const who = { organizationIds: [], propertyIds: [property.id] };
  const answer = await app.ask(who, "leak-report/leak-details/meters/moved/overview");
  expect(JSON.parse(answer.text)).toMatchObject({ unit_name: "After", attached_to: "Toilet" });
});

test.each([
  ["flow/day?ordering=leak", "ordering"],
  ["flow/hour?page_size=0", "page_size"],
  ["consumption/day?granularity=hour", "granularity"],
  ["overview?end_date=2026-06-01", "start_date"],
])("rejects %s under the field's name", async (path, field) => {
  const answer = await app.ask(world.manager, `leak-report/leak-details/meters/elm-2/${path}`);
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toHaveProperty([field]);
});
