import { sql } from "kysely";
import type { CaseState } from "../../contract/leaks/cases.ts";
import { type Connections, connect, inScope } from "../../server/database/connect.ts";
import { migrate } from "../../server/database/migrate.ts";
import { listCases } from "../../server/leaks-api/cases/list-cases.ts";
import { percentile } from "../run/percentile.ts";
import { withPostgres } from "../run/private-database.ts";

const PROPERTIES = 250;
const CASES_OF_EACH = 20;
const CASE_DAYS = 30;
const TIMES = 200;

/**
 * Lists the first page of 5,000 cases that need somebody, of 250 properties of one organization, by cost a day, behind
 * row-level security.
 * @returns milliseconds that 95 % of the lists take at most
 */
export function listTime(): Promise<{ cases: number; p95: number }> {
  return withPostgres(async ({ url }) => {
    await migrate(url);
    const connections = connect(url);
    try {
      return await measure(connections);
    } finally {
      await connections.close();
    }
  });
}

async function measure(connections: Connections): Promise<{ cases: number; p95: number }> {
  await fill(connections);
  const propertyIds = Array.from({ length: PROPERTIES }, (_, index) => index + 1);
  const scope = { organizationIds: [1], propertyIds };
  const state: CaseState[] = ["open", "acknowledged", "assigned", "visited", "returned"];
  const params = { state, ordering: "-dollars_per_day", page: 1, page_size: 25 } as const;
  const list = () => inScope(connections.app, scope, (tx) => listCases(scope, tx, params, Date.now));
  const { count } = await list();
  const times: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const began = performance.now();
    await list();
    times.push(performance.now() - began);
  }
  return { cases: count, p95: percentile(times, 0.95) };
}

/** Properties with units, a meter and a case in each, and prices of their own in every fifth unit. */
async function fill({ worker }: Connections): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(worker);
  await run(sql`insert into organizations (name) values ('Large')`);
  await run(sql`
    insert into organization_prices (organization_id, first_day, last_day, price)
    values (1, '-infinity', 'infinity', 0.012)`);
  await run(sql`
    insert into properties (organization_id, name, time_zone, last_reading_on)
    select 1, 'Property ' || n, 'America/Chicago', current_date from generate_series(1, ${PROPERTIES}::int) n`);
  await run(sql`insert into buildings (property_id, name) select id, 'Main' from properties`);
  await run(sql`
    insert into units (property_id, building_id, name)
    select property_id, id, n::text from buildings cross join generate_series(1, ${CASES_OF_EACH}::int) n`);
  await run(sql`insert into meters (property_id, serial_number) select property_id, 'm' || id from units`);
  await run(sql`
    insert into meter_points (property_id, building_id, unit_id, attached_to, label)
    select property_id, building_id, id, 'SPOE', '' from units`);
  await run(sql`
    insert into meter_services (property_id, point_id, meter_id)
    select points.property_id, points.id, meters.id
    from meter_points points
    join meters on meters.property_id = points.property_id and meters.serial_number = 'm' || points.unit_id`);
  await run(sql`
    insert into unit_prices (property_id, unit_id, first_day, last_day, price)
    select property_id, id, '-infinity', 'infinity', 0.01 + id % 7 * 0.001 from units where id % 5 = 0`);
  await run(sql`
    insert into leak_cases (property_id, place, unit_id, cause, kinds, meter_ids, leak_starts, meter_id, started_at,
      last_confirmed_at, longest_pause, gallons_total, gallons_per_day, confidence, state, opened_at)
    select points.property_id, points.unit_id, points.unit_id, 'other leak', array['other leak'], array[service.meter_id],
      array[now() - interval '30 days'], service.meter_id, now() - interval '30 days', now(), interval '0',
      ${CASE_DAYS} * (points.unit_id % 900 + 1) * 1000, (points.unit_id % 900 + 1) * 1000, 'high', 'open', now()
    from meter_points points
    join meter_services service on service.property_id = points.property_id and service.point_id = points.id`);
  await run(sql`
    insert into leak_case_days (property_id, case_id, day, gallons)
    select property_id, id, current_date - n, gallons_per_day
    from leak_cases cross join generate_series(1, ${CASE_DAYS}::int) n`);
  await run(sql`analyze`);
}
