import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IngestSite, openIngestSite } from "../../ingest/testing/ingest-site.ts";
import { DAY_MS, HOUR_MS } from "../../time/durations.ts";
import { derivedRows } from "../testing/derived-rows.ts";

const START = Date.parse("2026-03-01T06:00:00Z");
const DAYS = 12;

let site: IngestSite;
beforeAll(async () => {
  site = await openIngestSite();
});
afterAll(() => site?.close());

const hoursOf = (day: number) =>
  Array.from({ length: 24 }, (_, hour) => ({
    serial: "M1",
    hour: new Date(START + day * DAY_MS + hour * HOUR_MS).toISOString(),
    gallons: hour < 6 ? 0 : ((day * 31 + hour * 17) % 11) / 2,
    events: hour % 3,
  }));

async function storedState(propertyId: number) {
  const found = await sql<{ state: string; own_days: string }>`
    select encode(state, 'hex') as state, encode(own_days, 'hex') as own_days
    from meter_states left join meter_histories using (property_id, meter_id)
    where property_id = ${propertyId}`.execute(site.connections.worker);
  return found.rows;
}

test("saves the same state and own days hour by hour, day by day, and in a recalculation without them", async () => {
  const place = await site.addProperty("America/Chicago", [
    { serial: "M1", unit: "1", attachedTo: "SPOE", registerFactor: null },
  ]);
  const { propertyId } = place;
  for (let day = 0; day < DAYS; day++) {
    site.clock.now = START + (day + 1) * DAY_MS + HOUR_MS;
    const hours = hoursOf(day);
    // One hour alone, then the rest of the day.
    await site.send(place, hours.slice(0, 1));
    await site.refresh();
    await site.send(place, hours.slice(1));
    await site.refresh();
  }
  const [grown, rows] = [await storedState(propertyId), await derivedRows(site.connections, propertyId)];
  expect(grown).toHaveLength(1);
  expect(grown[0]?.own_days.length).toBeGreaterThan(100);
  const recalculate = async () => {
    await sql`update properties set inventory_version = inventory_version + 1`.execute(site.connections.worker);
    await site.refresh();
  };
  // A state without its own days, and one of another form, are made again from the hours.
  await sql`delete from meter_histories`.execute(site.connections.worker);
  await recalculate();
  expect(await storedState(propertyId)).toEqual(grown);
  await sql`update meter_states set state = set_byte(state, 0, 3)`.execute(site.connections.worker);
  await recalculate();
  expect(await storedState(propertyId)).toEqual(grown);
  // So is one that is cut short, wherever it is cut.
  for (const bytes of [0, 3, 8, 60]) {
    await sql`update meter_states set state = substring(state for ${bytes}::int)`.execute(site.connections.worker);
    await recalculate();
    expect(await storedState(propertyId)).toEqual(grown);
  }
  expect(await derivedRows(site.connections, propertyId)).toEqual(rows);
});
