import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { PropertySetup } from "../../contract/inventory/property-setup.ts";
import { leakKind } from "../../contract/leaks/leaks.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { organizationSettings } from "../metering/inventory/organization-settings.ts";
import { registersWait, volumeWaits } from "../metering/plan/waits-for-decision.ts";
import { notThere } from "../problem/problem.ts";
import { allMeterDays } from "../query/meter-days.ts";
import { report } from "../query/report.ts";
import { HOUR_MS } from "../time/durations.ts";
import { localMidnight } from "../time/local-midnight.ts";

const KnownDays = z.object({
  first: z.string().nullable(),
  newest: z.string().nullable(),
  /** The first day after the first one that was read. */
  read_later: z.string().nullable(),
});

const FirstLeakRow = z.object({
  building_name: z.string().nullable(),
  unit_name: z.string().nullable(),
  meter_serial_number: z.string(),
  leak_type: leakKind,
  started_at: z.date(),
  opened_at: z.date(),
});

const Row = z.object({
  name: z.string(),
  time_zone: z.string(),
  organization_id: z.int().nullable(),
  organization_name: z.string().nullable(),
  units: z.int(),
  gateways: z.int(),
  tokens: z.int(),
  contact_at: z.date().nullable(),
  meters: z.int(),
  without_gateway: z.int(),
  with_readings: z.int(),
  silent: z.array(z.string()),
  newest_at: z.date().nullable(),
  rejected: z.int(),
  quarantined: z.int(),
});
type Row = z.output<typeof Row>;

/** Of the first and the newest days with readings. */
const Begin = z.object({
  first_at: z.date().nullable(),
  date: z.string(),
  hours: z.int(),
  hours_measured: z.int(),
  is_read: z.boolean(),
  is_over: z.boolean(),
  most_hours: z.int(),
  has_flow: z.boolean(),
});
type Begin = z.output<typeof Begin>;

type FirstLeak = NonNullable<PropertySetup["first_leak"]>;

/**
 * How far a property of the scope is on its way to its first leak. Figures on readings are as of its last refresh, a
 * moment after they arrived.
 * @param now milliseconds since the epoch
 * @throws ProblemError not_found
 */
export async function propertySetup(
  scope: Scope,
  tx: Transactional,
  propertyId: number,
  now: number,
): Promise<PropertySetup> {
  const row = await placesOf(scope, tx, propertyId);
  const begin = await beginOf(tx, propertyId, now);
  const leak = await firstLeak(tx, propertyId);
  const setup = {
    property: { id: propertyId, name: row.name, time_zone: row.time_zone },
    organization: row.organization_id === null ? null : { id: row.organization_id, name: row.organization_name ?? "" },
    units_count: row.units,
    meters_count: row.meters,
    meters_without_gateway: row.without_gateway,
    gateways_count: row.gateways,
    gateway_tokens_count: row.tokens,
    last_contact_at: row.contact_at?.toISOString() ?? null,
    first_measured_at: begin?.first_at?.toISOString() ?? null,
    newest_measured_at: row.newest_at?.toISOString() ?? null,
    meters_with_readings: row.with_readings,
    meters_without_readings: row.meters - row.with_readings,
    silent_meters: row.silent,
    first_day: begin === null ? null : firstDay(begin),
    first_leak: leak,
    leak_outlook:
      begin === null || leak !== null
        ? null
        : await outlook(tx, propertyId, { newestAt: row.newest_at?.getTime() ?? now, begin }),
    rejected_rows_count: row.rejected,
    quarantined_count: row.quarantined,
  };
  return { ...setup, missing: missingOf(setup) };
}

async function placesOf(scope: Scope, tx: Transactional, propertyId: number): Promise<Row> {
  const row = await queryRow(tx, Row)`
    select p.name, p.time_zone, p.organization_id, o.name as organization_name,
      (select count(*) from units where property_id = p.id) as units,
      (select count(*) from gateways where property_id = p.id) as gateways,
      token.tokens,
      greatest(token.used_at, (select max(finished_at) from imports
        where property_id = p.id and state = 'done' and stored + duplicate > 0
          and (options->>'dry_run') is distinct from 'true')) as contact_at,
      counted.meters, counted.without_gateway, counted.with_readings, counted.newest_at,
      coalesce(silent.serials, '{}') as silent,
      (select count(*) from rejected_readings where property_id = p.id and state = 'open') as rejected,
      (select count(*) from quarantined_readings volume where property_id = p.id and ${volumeWaits("volume")})
        + (select count(*) from register_findings finding
          where property_id = p.id and ${registersWait("finding")}) as quarantined
    from properties p
    left join organizations o on o.id = p.organization_id
    cross join lateral (
      select count(*) filter (where revoked_at is null) as tokens, max(last_used_at) as used_at
      from gateway_tokens where property_id = p.id) token
    cross join lateral (
      select count(*) as meters, count(*) filter (where gateway_id is null) as without_gateway,
        count(*) filter (where last_seen_on < 'infinity') as with_readings, max(last_seen_at) as newest_at
      from installed_meters where property_id = p.id and ended_at is null) counted
    cross join lateral (
      select array_agg(serial_number order by serial_number) as serials from (
        select meters.serial_number from installed_meters installed
        join meters on meters.property_id = p.id and meters.id = installed.meter_id
        where installed.property_id = p.id and installed.ended_at is null
          and (installed.last_seen_on is null or installed.last_seen_on = 'infinity')
        order by meters.serial_number limit 20) listed) silent
    where p.id = ${propertyId} and p.id = any(${scope.propertyIds}::bigint[]) and p.archived_at is null`;
  if (row === undefined) throw notThere("property");
  return row;
}

/** Of a few days only, so that it takes no longer once there are years of them. */
async function beginOf(tx: Transactional, propertyId: number, now: number): Promise<Begin | null> {
  const known = await queryRow(tx, KnownDays)`
    with known as (
      select day, meters_read > 0 as is_read from property_days where property_id = ${propertyId}
      union all
      -- These are of units, of which a property may have none.
      select day, bool_or(hours_measured * 4 >= hours * 3) from all_meter_days
      where property_id = ${propertyId} and hours_measured > 0
        and not exists (select from property_days where property_id = ${propertyId})
      group by day
    )
    select min(day) as first, max(day) as newest, min(day) filter (where is_read and place > 1) as read_later
    from (select *, row_number() over (order by day) as place from known) numbered`;
  const { first = null, newest = null, read_later = null } = known ?? {};
  if (first === null) return null;
  const days = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) => sql`
    select days.meter_id, days.day, days.hours, days.hours_measured, days.flow_total, days.gallons, days.covered
    from all_meter_days days
    where days.property_id = ${propertyId} and days.day between ${from} and ${to}
      ${allMeterDays.inMonths("days", from, to)} and days.hours_measured > 0`;
  const [firstDate, newestDate, laterDate] = [sql`${first}::date`, sql`${newest}::date`, sql`${read_later}::date`];
  const found = await queryRow(tx, Begin)`
    with day as materialized (
      select days.*, midnight.at as begins_at,
        (select min(slot) from generate_series(1, days.hours) slot
          where days.gallons[slot] is not null or (days.covered >> (slot - 1)) & 1 = 1) as first_slot
      from (
        select 'first' as part, * from (${days(firstDate, sql`${first}::date + 3`)}) of_first
        union all
        select 'newest', * from (${days(sql`${newest}::date - 3`, newestDate)}) of_newest
      ) days
      cross join lateral (
        select ${localMidnight(sql`days.day`, sql`time_zone`)} as at from properties where id = ${propertyId}) midnight
    ), first as (
      select min(begins_at + interval '1 hour' * (first_slot - 1)) as at,
        case when bool_or(day = ${firstDate} and first_slot = 1) then ${firstDate} else ${firstDate} + 1 end as whole_day
      from day
    ), whole as (
      -- The first day may have been followed by days without readings.
      select case
          when exists (select from day where day.day = first.whole_day and hours_measured * 4 >= hours * 3)
            then first.whole_day
          else coalesce(${laterDate}, greatest(first.whole_day, ${newestDate})) end as day, first.at
      from first
    )
    select whole.at as first_at, whole.day as date,
      ceil(extract(epoch from midnight.next - midnight.at) / 3600)::int as hours,
      coalesce((select max(hours_measured) from (
        select day, hours_measured from day
        union all
        select day, hours_measured from (${days(laterDate, laterDate)}) later) measured
        where measured.day = whole.day), 0) as hours_measured,
      coalesce(whole.day = ${laterDate}, false) as is_read,
      midnight.next <= ${new Date(now)} as is_over,
      coalesce((select max(hours) from (
        select sum(hours_measured) as hours from day group by part, meter_id) of), 0) as most_hours,
      coalesce((select bool_or(flow_total is not null) from day), false) as has_flow
    from whole
    cross join lateral (
      select ${localMidnight(sql`whole.day`, sql`time_zone`)} as at,
        ${localMidnight(sql`whole.day + 1`, sql`time_zone`)} as next
      from properties where id = ${propertyId}) midnight`;
  return found ?? null;
}

function firstDay({ date, hours, hours_measured, is_read, is_over }: Begin): PropertySetup["first_day"] {
  // Its hours may be gone by now.
  return { date, hours, hours_measured, is_complete: is_over && (is_read || hours_measured * 4 >= hours * 3) };
}

/** What was only suspected is no leak. */
async function firstLeak(tx: Transactional, propertyId: number): Promise<FirstLeak | null> {
  const leak = await queryRow(tx, FirstLeakRow)`
    select meters.serial_number as meter_serial_number, leaks.kind as leak_type, buildings.name as building_name,
      units.name as unit_name, leaks.started_at, leaks.opened_at
    from leaks
    join meters on meters.property_id = leaks.property_id and meters.id = leaks.meter_id
    left join units on units.property_id = leaks.property_id and units.id = leaks.unit_id
    left join buildings on buildings.property_id = leaks.property_id and buildings.id = units.building_id
    where leaks.property_id = ${propertyId} and not leaks.suspected
    order by leaks.opened_at, leaks.meter_id limit 1`;
  if (leak === undefined) return null;
  return { ...leak, started_at: leak.started_at.toISOString(), opened_at: leak.opened_at.toISOString() };
}

async function outlook(
  tx: Transactional,
  propertyId: number,
  { newestAt, begin }: { newestAt: number; begin: Begin },
): Promise<PropertySetup["leak_outlook"]> {
  const { leaks } = await organizationSettings(tx, propertyId);
  const needed = begin.has_flow ? leaks.continuousHours : leaks.floorHours;
  const left = needed - begin.most_hours;
  return {
    rule: begin.has_flow ? "continuous" : "floor",
    hours_needed: needed,
    hours_measured: begin.most_hours,
    earliest_at: left <= 0 ? null : new Date(newestAt + left * HOUR_MS).toISOString(),
  };
}

function missingOf(setup: Omit<PropertySetup, "missing">): PropertySetup["missing"] {
  const steps: [PropertySetup["missing"][number], boolean][] = [
    ["organization", setup.organization === null],
    // Meters of buildings and irrigation need none.
    ["units", setup.units_count === 0 && setup.meters_count === 0],
    ["meters", setup.meters_count === 0],
    // Who imports files needs no token.
    ["token", setup.gateway_tokens_count === 0 && setup.meters_with_readings === 0],
    ["reading", setup.meters_with_readings === 0],
    ["day", setup.first_day?.is_complete !== true],
    ["leak", setup.first_leak === null],
  ];
  return steps.filter(([, isMissing]) => isMissing).map(([step]) => step);
}

export const propertySetupReport = report(
  "GET /v1/admin/properties/{id}/setup",
  { cache: "text" },
  ({ scope, tx, params, clock }) => propertySetup(scope, tx, params.id, clock()),
);
