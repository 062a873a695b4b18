import { sql } from "kysely";
import type { RecordedEffect } from "../../server/corrections/repairs/record.ts";
import type { Connections } from "../../server/database/connect.ts";

/**
 * Gives a property what does not come of readings: heartbeats of its devices, rent-roll rows, readings in quarantine and
 * rejected ones, repairs.
 * @param today the newest local day, `yyyy-MM-dd`
 */
export async function addRest({ worker }: Connections, propertyId: number, today: string, days: number): Promise<void> {
  await sql`
    insert into routers (property_id, gateway_id, serial_number)
    select property_id, id, serial_number || '-R' || n from gateways cross join generate_series(1, 2) n
    where property_id = ${propertyId}`.execute(worker);
  await sql`
    insert into device_days (property_id, device, device_id, day, last_seen_at, battery, battery_at, signal, signal_at)
    select property_id, device, id, day::date, day + interval '12 hours', 80, day, -90, day
    from (select property_id, 'gateway' as device, id from gateways union all
      select property_id, 'router', id from routers) devices
    cross join generate_series(${today}::date - ${days}::int, ${today}::timestamptz, '1 day') day
    where property_id = ${propertyId}`.execute(worker);
  await sql`
    insert into occupancy (property_id, unit_id, as_of, status, source)
    select property_id, id, ${today}::date - 30, case when id % 9 = 0 then 'vacant' else 'occupied' end, 'roll.csv'
    from units where property_id = ${propertyId}`.execute(worker);
  await sql`
    insert into quarantined_readings (property_id, meter_id, measured_at, gallons, most)
    select property_id, id, ${today}::timestamptz - n * interval '3 days', 9000000, 1200000
    from meters cross join generate_series(1, 4) n where property_id = ${propertyId}`.execute(worker);
  await sql`
    insert into rejected_readings (property_id, source, source_row, raw, code, reason)
    select ${propertyId}, 'july.csv', n, 'X-' || n || ',2026-07-01T00:00:00Z,1.5', 'unknown_serial',
      'No meter with this serial number is known.' from generate_series(1, 60) n`.execute(worker);
  const facts = { meterIds: [], values: [], quarantined: [], sentAgain: [], rejected: [], swap: null };
  const effect: RecordedEffect = { effect: { meters: [], units: [] }, rejectedReadings: [], facts };
  await sql`
    insert into repairs (property_id, kind, reason, request, effect, made_by, made_at)
    select ${propertyId}, 'reject', 'A test of the pump.', '{}', ${JSON.stringify(effect)}::jsonb, 'somebody@example.com',
      ${today}::timestamptz - n * interval '1 day' from generate_series(1, 30) n`.execute(worker);
  await sql`
    insert into leak_repairs (property_id, meter_id, repaired_at, made_by, made_at)
    select property_id, meter_id, ended_at, 'somebody@example.com', ended_at from leaks
    where property_id = ${propertyId} and ended_at is not null and not suspected`.execute(worker);
}
