import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IngestSite, openIngestSite, type TestGateway, type TestMeter } from "../../ingest/testing/ingest-site.ts";
import { derivedRows } from "../testing/derived-rows.ts";
import { meterStatusRows } from "../testing/meter-status-rows.ts";
import { growInventory } from "./inventory.ts";

const ZONE = "America/Denver";
/** Local midnight. */
const START = Date.parse("2026-05-01T06:00:00Z");
const HOUR = 3_600_000;
const DAYS = 12;
const SWAP = "2026-05-06T16:20:00Z";

/** While meters leak. */
const MOVE = "2026-05-05T19:40:00Z";

const meters: TestMeter[] = [
  { serial: "old", unit: "A", attachedTo: "SPOE", registerFactor: null },
  { serial: "new", unit: "spare", attachedTo: "SPOE", registerFactor: null },
  { serial: "toilet", unit: "B", attachedTo: "Toilet", registerFactor: null },
  { serial: "pulses", unit: "C", attachedTo: "SPOE", registerFactor: 1000 },
];

let site: IngestSite;
beforeAll(async () => {
  site = await openIngestSite();
  site.clock.now = START + (DAYS + 1) * 24 * HOUR;
});
afterAll(() => site?.close());

const at = (hours: number) => new Date(START + hours * HOUR).toISOString();
/** Use by day, none at night. */
const usedIn = (hour: number) => (hour % 24 > 7 ? (hour * 5) % 9 : 0);
/** Two days of water that never rests: a leak for every rule that knows no better. */
const leaksIn = (hour: number) => (hour >= 72 && hour < 120 ? 1 : 0);

function readings(): object[] {
  const swap = Date.parse(SWAP);
  return Array.from({ length: DAYS * 24 }, (_, i) => i).flatMap((i) => {
    const at = START + i * HOUR;
    const hour = new Date(at).toISOString();
    const gallons = leaksIn(i) + usedIn(i);
    return [
      ...(at < swap ? [{ serial: "old", hour, gallons }] : []),
      ...(at > swap - HOUR ? [{ serial: "new", hour, gallons }] : []),
      { serial: "toilet", hour, gallons: leaksIn(i) / 2 + (i % 24 === 9 ? 1.5 : 0) },
      { serial: "pulses", read_at: hour, register: i * 3 },
    ];
  });
}

/** A meter of a unit goes to the lawn, and from there to the point of the toilet's meter. */
const moves = (propertyId: number, meterId: number | undefined) => [
  sql`update meter_services set ended_at = ${MOVE}::timestamptz
    where property_id = ${propertyId} and meter_id = ${meterId}`,
  sql`insert into meter_services (property_id, meter_id, point_id, began_at, ended_at)
    select property_id, ${meterId}::bigint, id, ${MOVE}::timestamptz, ${SWAP}::timestamptz from meter_points
    where property_id = ${propertyId} and label = 'lawn'`,
  sql`insert into meter_services (property_id, meter_id, point_id, began_at)
    select property_id, ${meterId}::bigint, id, ${SWAP}::timestamptz from meter_points
    where property_id = ${propertyId} and label = 'toilet'`,
];

const changes: Record<string, (gateway: TestGateway) => ReturnType<typeof sql>[]> = {
  "a swap": ({ propertyId, meterIds }) => [
    sql`delete from meter_services where property_id = ${propertyId} and meter_id = ${meterIds.get("new")}`,
    sql`insert into meter_services (property_id, meter_id, point_id, began_at)
      select property_id, ${meterIds.get("new")}::bigint, point_id, ${SWAP}::timestamptz from meter_services
      where property_id = ${propertyId} and meter_id = ${meterIds.get("old")} returning id`,
    sql`update meter_services set ended_at = ${SWAP}::timestamptz
      where property_id = ${propertyId} and meter_id = ${meterIds.get("old")}`,
  ],
  "a move to another unit": ({ propertyId, meterIds }) => [
    sql`update meter_services set ended_at = ${SWAP}::timestamptz
      where property_id = ${propertyId} and meter_id = ${meterIds.get("toilet")}`,
    sql`insert into meter_services (property_id, meter_id, point_id, began_at)
      select property_id, ${meterIds.get("toilet")}::bigint, point_id, ${SWAP}::timestamptz from meter_services
      where property_id = ${propertyId} and meter_id = ${meterIds.get("pulses")} returning id`,
  ],
  "a move from a unit to irrigation, and back to another unit, while it leaks": ({ propertyId, meterIds }) => [
    sql`insert into meter_points (property_id, building_id, attached_to, label)
      select property_id, building_id, 'Irrigation', 'lawn' from meter_points where property_id = ${propertyId} limit 1`,
    ...["old", "pulses"].flatMap((serial) => moves(propertyId, meterIds.get(serial))),
  ],
  "a meter that is taken out while it leaks": ({ propertyId, meterIds }) =>
    ["old", "toilet", "pulses"].map(
      (serial) => sql`update meter_services set ended_at = ${MOVE}::timestamptz
        where property_id = ${propertyId} and meter_id = ${meterIds.get(serial)}`,
    ),
  "a first day in service": ({ propertyId }) => [
    sql`update meter_services set began_at = '2026-05-04T06:00:00Z' where property_id = ${propertyId}`,
  ],
  "a first day in service of a unit's top meter, its fixture before": ({ propertyId, meterIds }) => [
    sql`update meter_points set unit_id = toilet.unit_id from meter_points toilet
      where meter_points.property_id = ${propertyId} and toilet.property_id = ${propertyId} and toilet.label = 'toilet'
        and meter_points.label = 'pulses'`,
    sql`update meter_services set began_at = '2026-05-04T06:00:00Z'
      where property_id = ${propertyId} and meter_id = ${meterIds.get("pulses")}`,
  ],
  "a meter that is away for some hours": ({ propertyId, meterIds }) =>
    ["old", "pulses"].flatMap((serial) => [
      sql`insert into meter_services (property_id, meter_id, point_id, began_at)
        select property_id, meter_id, point_id, ${MOVE}::timestamptz + interval '5 hours' from meter_services
        where property_id = ${propertyId} and meter_id = ${meterIds.get(serial)}`,
      sql`update meter_services set ended_at = ${MOVE}::timestamptz
        where property_id = ${propertyId} and meter_id = ${meterIds.get(serial)} and began_at is null`,
    ]),
  "another factor of a register": ({ propertyId, meterIds }) => [
    sql`update meters set register_factor = 264.172
      where property_id = ${propertyId} and id = ${meterIds.get("pulses")}`,
  ],
  "a coarser count": ({ propertyId }) => [
    sql`update meters set count_gallons = 5000 where property_id = ${propertyId}`,
  ],
  "continuous use that is expected": ({ propertyId }) => [
    sql`update meters set continuous_use_expected = true where property_id = ${propertyId}`,
  ],
  "another number of bedrooms": ({ propertyId }) => [
    sql`update units set bedrooms = 4 where property_id = ${propertyId} and name <> 'B'`,
  ],
  "another kind of point": ({ propertyId }) => [
    sql`update meter_points set attached_to = 'Water Heater' where property_id = ${propertyId} and label = 'toilet'`,
  ],
};

test.each(Object.entries(changes))("%s gives the same as from the beginning", async (_name, change) => {
  const rows = readings();
  const [before, after] = [await site.addProperty(ZONE, meters), await site.addProperty(ZONE, meters)];
  const apply = async (gateway: TestGateway) => {
    await site.connections.worker.transaction().execute(async (tx) => {
      for (const statement of change(gateway)) await statement.execute(tx);
      await growInventory(tx, gateway.propertyId);
    });
  };
  await apply(before);
  await site.send(before, rows);
  await site.send(after, rows);
  await site.refresh();
  const unchanged = await derivedRows(site.connections, after.propertyId);
  await apply(after);
  await site.refresh();
  const expected = await derivedRows(site.connections, before.propertyId);
  expect(await derivedRows(site.connections, after.propertyId)).toEqual(expected);
  expect(unchanged).not.toEqual(expected);
  const { kept, recalculated } = await meterStatusRows(site.connections, after.propertyId);
  expect(kept).toEqual(recalculated);
});

test.each(Object.entries(changes))("%s gives the same when later readings come first", async (_name, change) => {
  const rows = readings();
  const [inOrder, late] = [await site.addProperty(ZONE, meters), await site.addProperty(ZONE, meters)];
  for (const gateway of [inOrder, late]) {
    await site.connections.worker.transaction().execute(async (tx) => {
      for (const statement of change(gateway)) await statement.execute(tx);
      await growInventory(tx, gateway.propertyId);
    });
  }
  await site.send(inOrder, rows);
  await site.refresh();
  const half = Math.floor(rows.length / 3);
  const parts = [rows.slice(0, half - 40), rows.slice(half + 40), rows.slice(half - 40, half + 40)];
  for (const part of parts) {
    await site.send(late, part);
    await site.refresh();
  }
  expect(await derivedRows(site.connections, late.propertyId)).toEqual(
    await derivedRows(site.connections, inOrder.propertyId),
  );
});

test("recalculates sums in an earlier release's format", async () => {
  const [upgraded, fresh] = [await site.addProperty(ZONE, meters), await site.addProperty(ZONE, meters)];
  for (const gateway of [upgraded, fresh]) await site.send(gateway, readings());
  await site.refresh();
  const { propertyId } = upgraded;
  const expected = await derivedRows(site.connections, fresh.propertyId);
  expect(await derivedRows(site.connections, propertyId)).toEqual(expected);
  for (const statement of [
    sql`update unit_days set is_whole = false, toilets_read = null, heaters_read = null where property_id = ${propertyId}`,
    sql`delete from bedroom_days where property_id = ${propertyId}`,
    sql`delete from unit_counts where property_id = ${propertyId}`,
    sql`delete from service_spans where property_id = ${propertyId}`,
    sql`update property_days set whole_gallons = 0, top_meters = 0, read_units = 0::bit(64) where property_id = ${propertyId}`,
    sql`update properties set rolled_up = 0 where id = ${propertyId}`,
  ]) {
    await statement.execute(site.connections.worker);
  }
  expect(await derivedRows(site.connections, propertyId)).not.toEqual(expected);
  await site.refresh();
  expect(await derivedRows(site.connections, propertyId)).toEqual(expected);
});

test("keeps leaks and volume of a moved meter at its former place", async () => {
  const gateway = await site.addProperty(ZONE, meters);
  for (const statement of changes["a move to another unit"]?.(gateway) ?? []) {
    await statement.execute(site.connections.worker);
  }
  await site.send(gateway, readings());
  await site.refresh();
  const lines = await derivedRows(site.connections, gateway.propertyId);
  const daysOf = (unit: string) => lines.filter((line) => line.startsWith(`unit day ${unit} `));
  expect(lines.filter((line) => line.startsWith("leak toilet B "))).toHaveLength(1);
  // The 6th of May is the sixth day.
  expect(daysOf("B")).toHaveLength(6);
  expect(daysOf("C").filter((line) => line.includes('"meters_read": 2'))).toHaveLength(7);
  expect(daysOf("C")).toHaveLength(DAYS);
});

test("counts the hour of a move once, at the new place", async () => {
  const gateway = await site.addProperty(ZONE, meters);
  const { propertyId, meterIds } = gateway;
  const { worker } = site.connections;
  const spare = await sql<{ point_id: number }>`
    delete from meter_services where property_id = ${propertyId} and meter_id = ${meterIds.get("new")}
    returning point_id`.execute(worker);
  await sql`update meter_services set ended_at = ${SWAP}::timestamptz
    where property_id = ${propertyId} and meter_id = ${meterIds.get("old")}`.execute(worker);
  await sql`insert into meter_services (property_id, meter_id, point_id, began_at)
    values (${propertyId}, ${meterIds.get("old")}, ${spare.rows[0]?.point_id}, ${SWAP}::timestamptz)`.execute(worker);
  const hours = Array.from({ length: DAYS * 24 }, (_, i) => new Date(START + i * HOUR).toISOString());
  await site.send(
    gateway,
    hours.map((hour) => ({ serial: "old", hour, gallons: 1 })),
  );
  await site.refresh();
  const days = await sql<{ name: string; gallons: number }>`
    select u.name, d.gallons from unit_days d join units u on u.property_id = d.property_id and u.id = d.unit_id
    where d.property_id = ${propertyId} and d.day = '2026-05-06' order by u.name`.execute(worker);
  expect(days.rows).toEqual([
    { name: "A", gallons: 10_000 },
    { name: "spare", gallons: 14_000 },
  ]);
});

test("judges what a moved meter measured by the limit of its place at that time", async () => {
  const gateway = await site.addProperty(ZONE, [
    { serial: "pulses", unit: null, attachedTo: "Irrigation", registerFactor: 1000 },
    { serial: "hours", unit: null, attachedTo: "Irrigation", registerFactor: null },
    { serial: "entry", unit: "C", attachedTo: "SPOE", registerFactor: null },
  ]);
  const { propertyId } = gateway;
  // 2,700 gallons in an hour are 45 a minute: irrigation passes 60, a unit 25.
  const registerAt = (i: number) => ({ serial: "pulses", read_at: at(i), register: i + (i > 5 ? 2700 : 0) });
  await site.send(
    gateway,
    Array.from({ length: 240 }, (_, i) => registerAt(i)),
  );
  await site.refresh();
  await site.connections.worker.transaction().execute(async (tx) => {
    for (const statement of [
      sql`insert into meter_services (property_id, meter_id, point_id, began_at)
        select m.property_id, m.id, p.id, ${SWAP}::timestamptz from meters m
        join meter_points p on p.property_id = m.property_id and p.label = 'entry'
        where m.property_id = ${propertyId} and m.serial_number <> 'entry'`,
      sql`update meter_services set ended_at = ${SWAP}::timestamptz where property_id = ${propertyId} and began_at is null`,
    ]) {
      await statement.execute(tx);
    }
    await growInventory(tx, propertyId);
  });
  const late = [5, 200].map((i) => ({ serial: "hours", hour: at(i), gallons: 2700 }));
  const { rows } = await site.send(gateway, late);
  expect(rows.map(({ code }) => code)).toEqual([undefined, "quarantined"]);
  await site.refresh();
  const days = await sql<{ serial: string; gallons: number }>`
    select m.serial_number as serial, sum(d.gallons_total)::float8 as gallons from meter_days d
    join meters m on m.property_id = d.property_id and m.id = d.meter_id
    where d.property_id = ${propertyId} group by 1 order by 1`.execute(site.connections.worker);
  expect(days.rows).toEqual([
    { serial: "hours", gallons: 2_700_000 },
    { serial: "pulses", gallons: 2_939_000 },
  ]);
});

test("continues a unit's volume through a swap, also on its day", async () => {
  const gateway = await site.addProperty(ZONE, meters);
  for (const statement of changes["a swap"]?.(gateway) ?? []) await statement.execute(site.connections.worker);
  await site.send(gateway, readings());
  await site.refresh();
  const days = await sql<{ day: string; gallons: number; is_read: boolean }>`
    select d.day, d.gallons, d.is_read from unit_days d
    join units u on u.property_id = d.property_id and u.id = d.unit_id
    where d.property_id = ${gateway.propertyId} and u.name = 'A' order by d.day`.execute(site.connections.worker);
  expect(days.rows).toHaveLength(DAYS);
  for (const [number, { gallons, is_read }] of days.rows.entries()) {
    let sum = 0;
    for (let i = number * 24; i < number * 24 + 24; i++) {
      // In the hour of the swap both meters report a part; here each reports all of it.
      const times = START + i * HOUR < Date.parse(SWAP) && START + (i + 1) * HOUR > Date.parse(SWAP) ? 2 : 1;
      sum += times * (leaksIn(i) + usedIn(i)) * 1000;
    }
    expect([number, gallons, is_read]).toEqual([number, sum, true]);
  }
});

test("keeps results on an unchanged new version, and continues from there", async () => {
  const rows = readings();
  const [touched, calm] = [await site.addProperty(ZONE, meters), await site.addProperty(ZONE, meters)];
  const half = Math.floor(rows.length / 2);
  for (const gateway of [touched, calm]) await site.send(gateway, rows.slice(0, half));
  await site.refresh();
  const { worker } = site.connections;
  await sql`update properties set inventory_version = 9 where id = ${touched.propertyId}`.execute(worker);
  await site.refresh();
  const left = await sql`select from changes where property_id = ${touched.propertyId}`.execute(worker);
  expect(left.rows).toEqual([]);
  for (const gateway of [touched, calm]) await site.send(gateway, rows.slice(half));
  await site.refresh();
  expect(await derivedRows(site.connections, touched.propertyId)).toEqual(
    await derivedRows(site.connections, calm.propertyId),
  );
});
