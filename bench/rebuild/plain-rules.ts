import type { Plain } from "./plain-table.ts";

/**
 * Four of the rules as window queries: what each hour's last 24 look like, what each day's own history was, and where a
 * rule holds. Leaks are stretches of such hours with less than a day between them; the single leak's life, its gallons
 * hour by hour and its evidence are left out, as are the other rules.
 * @param since SQL of the first instant looked at; null: all
 */
function findings(since: string | null): string {
  return `
    with hours as materialized (
      select r.property_id, r.meter_id, r.measured_at, r.gallons, m.attached_to,
        (r.measured_at at time zone m.time_zone)::date as day,
        count(*) over last_24 as hours, min(r.gallons) over last_24 as lowest, sum(r.flow_time) over last_24 as flow,
        least(r.gallons, lag(r.gallons) over by_meter) as two_hours,
        count(*) filter (where r.gallons = 0) over by_meter as spell
      from plain_readings r join plain_meters m using (property_id, meter_id)
      ${since === null ? "" : `where r.measured_at >= ${since}`}
      window by_meter as (partition by r.property_id, r.meter_id order by r.measured_at),
        last_24 as (by_meter rows between 23 preceding and current row)
    ),
    own as materialized (
      select property_id, meter_id, day,
        max(lowest) over before as lowest, max(two_hours) over before as two_hours, count(*) over before as days
      from (select property_id, meter_id, day, max(lowest) filter (where hours = 24) as lowest,
          max(two_hours) as two_hours
        from hours group by property_id, meter_id, day) by_day
      window before as (partition by property_id, meter_id order by day rows between 28 preceding and 1 preceding)
    ),
    runs as (
      select *, row_number() over (partition by property_id, meter_id, spell order by measured_at) as run from hours
    ),
    limits as (
      select 'Toilet' as attached_to, 100 as floor, 100 as above, 36 as run
      union all select 'Water Heater', 250, 200, 36 union all select 'SPOE', 450, 250, 48 union all select 'DPOE', 450, 250, 48
    )
    select h.property_id, h.meter_id, h.measured_at, h.day, least(h.gallons, h.lowest) as leaked,
      h.hours = 24 and h.flow >= 1320 as continuous,
      h.hours = 24 and own.days >= 7 and h.lowest >= greatest(l.floor, own.lowest + l.above) as floor,
      h.gallons > 0 and h.run - 1 >= l.run as long_run,
      h.two_hours >= greatest(47000, 1.6 * own.two_hours) as burst
    from runs h join own using (property_id, meter_id, day) join limits l using (attached_to)
    where (h.hours = 24 and h.flow >= 1320)
      or (h.hours = 24 and own.days >= 7 and h.lowest >= greatest(l.floor, own.lowest + l.above))
      or (h.gallons > 0 and h.run - 1 >= l.run)
      or h.two_hours >= greatest(47000, 1.6 * own.two_hours)`;
}

const LEAKS = `
  create table plain_leaks as
  select property_id, meter_id, min(measured_at) as started_at, max(measured_at) as last_at, sum(leaked) as gallons
  from (
    select *, count(*) filter (where gap is null or gap > interval '24 hours') over
      (partition by property_id, meter_id order by measured_at) as leak
    from (select *, measured_at - lag(measured_at) over (partition by property_id, meter_id order by measured_at) as gap
      from plain_findings) gaps
  ) stretches
  group by property_id, meter_id, leak`;

const METER_DAYS = `
  select r.property_id, r.meter_id, m.unit_id, m.attached_to, (r.measured_at at time zone m.time_zone)::date as day,
    sum(r.gallons) as gallons, sum(r.flow_time) as flow_time, count(*) as hours
  from plain_readings r join plain_meters m using (property_id, meter_id)`;

const UNIT_DAYS = `
  select property_id, unit_id, day, sum(gallons) filter (where attached_to = 'SPOE') as gallons,
    sum(gallons) filter (where attached_to = 'Toilet') as toilet_gallons, count(*) as meters
  from plain_meter_days`;

const PROPERTY_DAYS = `
  select property_id, day, sum(gallons) as gallons, sum(toilet_gallons) as toilet_gallons, count(*) as units
  from plain_unit_days`;

/** Works out findings, leaks and roll-ups of the whole table. @returns the seconds that it took */
export async function rebuildPlain({ client }: Plain): Promise<number> {
  const began = performance.now();
  await client.query(`create table plain_findings as ${findings(null)}`);
  await client.query("alter table plain_findings add primary key (property_id, meter_id, measured_at)");
  await client.query(LEAKS);
  await client.query(`create table plain_meter_days as ${METER_DAYS} group by 1, 2, 3, 4, 5`);
  await client.query("alter table plain_meter_days add primary key (property_id, meter_id, day)");
  await client.query(`create table plain_unit_days as ${UNIT_DAYS} group by 1, 2, 3`);
  await client.query("alter table plain_unit_days add primary key (property_id, unit_id, day)");
  await client.query(`create table plain_property_days as ${PROPERTY_DAYS} group by 1, 2`);
  await client.query("alter table plain_property_days add primary key (property_id, day)");
  return (performance.now() - began) / 1000;
}

/** The same for an hour that came: rules over 28 days, roll-ups of its day, leaks from the findings. */
export async function refreshPlain({ client }: Plain, hour: number): Promise<void> {
  const at = `'${new Date(hour).toISOString()}'::timestamptz`;
  const day = `'${new Date(hour).toISOString()}'::timestamptz at time zone 'America/Chicago'`;
  await client.query(`
    insert into plain_findings
    select * from (${findings(`${at} - interval '28 days'`)}) found where measured_at = ${at}
    on conflict do nothing`);
  await client.query("drop table plain_leaks");
  await client.query(LEAKS);
  const upsert = (table: string, keys: string, columns: string[], select: string) =>
    client.query(`insert into ${table} ${select}
      on conflict (${keys}) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}`);
  await upsert(
    "plain_meter_days",
    "property_id, meter_id, day",
    ["gallons", "flow_time", "hours"],
    `${METER_DAYS} where r.measured_at >= (${day})::date::timestamp at time zone 'America/Chicago' group by 1, 2, 3, 4, 5`,
  );
  await upsert(
    "plain_unit_days",
    "property_id, unit_id, day",
    ["gallons", "toilet_gallons", "meters"],
    `${UNIT_DAYS} where day = (${day})::date group by 1, 2, 3`,
  );
  await upsert(
    "plain_property_days",
    "property_id, day",
    ["gallons", "toilet_gallons", "units"],
    `${PROPERTY_DAYS} where day = (${day})::date group by 1, 2`,
  );
}

/** Thousandths of a gallon in the roll-ups of the properties. */
export async function plainGallons({ client }: Plain): Promise<number> {
  const rows = await client.query<{ gallons: number }>(
    "select sum(gallons)::bigint as gallons from plain_property_days",
  );
  return rows.rows[0].gallons;
}
