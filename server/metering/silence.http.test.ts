import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IngestSite, openIngestSite, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { DAY_MS, HOUR_MS } from "../time/durations.ts";
import { markSilent } from "./refresher.ts";

const START = Date.UTC(2026, 2, 1);
const LAST = START + 10 * DAY_MS;
let site: IngestSite;
beforeAll(async () => {
  site = await openIngestSite();
});
afterAll(() => site?.close());

const meters = [
  { serial: "hours", unit: "1", attachedTo: "SPOE" as const, registerFactor: null },
  { serial: "register", unit: "2", attachedTo: "SPOE" as const, registerFactor: 1000 },
];

/** Water that runs without a pause, reported by both meters. */
function running(from: number, until: number): object[] {
  return Array.from({ length: (until - from) / HOUR_MS }, (_, i) => from + i * HOUR_MS).flatMap((at) => [
    { serial: "hours", hour: new Date(at).toISOString(), gallons: 3 },
    { serial: "register", read_at: new Date(at).toISOString(), register: ((at - START) / HOUR_MS) * 3 },
  ]);
}

async function leaksAfter(gateway: TestGateway, days: number) {
  site.clock.now = LAST + days * DAY_MS;
  await markSilent(site.connections, () => site.clock.now);
  await site.refresh();
  const leaks = await sql<{ serial: string; ended_at: Date | null; last_confirmed_at: Date }>`
    select m.serial_number as serial, l.ended_at, l.last_confirmed_at from leaks l
    join meters m on m.property_id = l.property_id and m.id = l.meter_id
    where l.property_id = ${gateway.propertyId} order by 1`.execute(site.connections.worker);
  return leaks.rows;
}

test("keeps an unconfirmed leak open for 30 days, then ends it when last seen; late readings reopen it", async () => {
  site.clock.now = LAST;
  const gateway = await site.addProperty("America/New_York", meters);
  await site.send(gateway, running(START, LAST));
  await site.refresh();
  const [hours, register] = [new Date(LAST), new Date(LAST - HOUR_MS)];
  const open = [
    { serial: "hours", ended_at: null, last_confirmed_at: hours },
    { serial: "register", ended_at: null, last_confirmed_at: register },
  ];
  expect(await leaksAfter(gateway, 29)).toEqual(open);
  expect(await leaksAfter(gateway, 33)).toEqual([
    { serial: "hours", ended_at: hours, last_confirmed_at: hours },
    { serial: "register", ended_at: register, last_confirmed_at: register },
  ]);
  const later = LAST + 33 * DAY_MS;
  await site.send(gateway, running(LAST, later));
  expect(await leaksAfter(gateway, 34)).toEqual([
    { serial: "hours", ended_at: null, last_confirmed_at: new Date(later) },
    { serial: "register", ended_at: null, last_confirmed_at: new Date(later - HOUR_MS) },
  ]);
});

test("closes an unconfirmed leak after the organization's number of days", async () => {
  site.clock.now = LAST;
  const gateway = await site.addProperty("America/New_York", meters);
  await sql`
    with made as (
      insert into organizations (name, leak_settings) values ('Impatient', '{"silentDaysToClose": 7}') returning id
    )
    update properties set organization_id = made.id, inventory_version = inventory_version + 1
    from made where properties.id = ${gateway.propertyId}`.execute(site.connections.worker);
  await site.send(gateway, running(START, LAST));
  await site.refresh();
  expect((await leaksAfter(gateway, 6)).map(({ ended_at }) => ended_at)).toEqual([null, null]);
  expect((await leaksAfter(gateway, 10)).map(({ ended_at }) => ended_at)).toEqual([
    new Date(LAST),
    new Date(LAST - HOUR_MS),
  ]);
});
