import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import type { Clock } from "../time/clock.ts";
import { meterDaysOf } from "./meter-days.ts";
import { type LocalPeriod, localPeriod, type PeriodParams } from "./period.ts";

const PropertyRow = z.object({
  id: z.int(),
  organization_id: z.int().nullable(),
  time_zone: z.string(),
  unit_bit_count: z.int(),
  packed_until: z.string().nullable(),
});

/** Which properties a caller requests, within their scope. */
export interface PlaceParams {
  organization_id?: number[] | undefined;
  property_id?: number[] | undefined;
}

/** Units with so many bedrooms alone; left out: from 0, and 7 and more. */
export interface BedroomParams {
  bedrooms_from?: number | undefined;
  bedrooms_to?: number | undefined;
}

/** "7" in a bedroom filter means 7 or more. */
export const MOST_BEDROOMS = 7;

/** Whether the params filter units by their bedrooms. */
export function isByBedrooms({ bedrooms_from = 0, bedrooms_to = MOST_BEDROOMS }: BedroomParams): boolean {
  return bedrooms_from > 0 || bedrooms_to < MOST_BEDROOMS;
}

/** SQL: the number of bedrooms in this column is requested. null, of no unit, matches only where all are. */
export function hasBedrooms(params: BedroomParams, column: string): RawBuilder<boolean> {
  if (!isByBedrooms(params)) return sql`true`;
  const { bedrooms_from = 0, bedrooms_to = MOST_BEDROOMS } = params;
  const bedrooms = sql.ref(column);
  if (bedrooms_to === MOST_BEDROOMS) return sql`(${bedrooms} >= ${bedrooms_from}::int)`;
  return sql`(${bedrooms} between ${bedrooms_from}::int and ${bedrooms_to}::int)`;
}

/** SQL: a row is in the requested buildings and units, and of a unit with the requested bedrooms. @param building its columns */
export function matchesPlaces(
  params: BedroomParams & { building_id?: number[] | undefined; unit_id?: number[] | undefined },
  building: string,
  unit: string,
  bedrooms: string,
): RawBuilder<unknown> {
  const { building_id = null, unit_id = null } = params;
  return sql`(${hasBedrooms(params, bedrooms)}
    and (${building_id}::bigint[] is null or ${sql.ref(building)} = any(${building_id}::bigint[]))
    and (${unit_id}::bigint[] is null or ${sql.ref(unit)} = any(${unit_id}::bigint[])))`;
}

export interface ChosenProperty extends LocalPeriod {
  propertyId: number;
  /** null: it belongs to none. */
  organizationId: number | null;
  /** How many bits the sets of its units need. */
  unitBitCount: number;
  /** No day from this one on is packed; null: none is. */
  packedUntil: string | null;
}

/**
 * The properties that a report covers, each with the local days of the period in its own zone. Ids outside the scope
 * are left out, exactly as unknown ones are.
 */
export async function chosenProperties(
  scope: Scope,
  tx: Transactional,
  params: PlaceParams & PeriodParams & { state?: string[] | undefined },
  clock: Clock,
): Promise<ChosenProperty[]> {
  const found = await queryRows(tx, PropertyRow)`
    select id, organization_id, time_zone, unit_bit_count, packed_until
    from properties
    where id = any(${scope.propertyIds}::bigint[])
      and archived_at is null
      and (${params.property_id ?? null}::bigint[] is null or id = any(${params.property_id ?? null}::bigint[]))
      and (${params.organization_id ?? null}::bigint[] is null
        or organization_id = any(${params.organization_id ?? null}::bigint[]))
      and (${params.state ?? null}::text[] is null or state = any(${params.state ?? null}::text[]))
    order by id
  `;
  const now = clock();
  const byZone = new Map<string, LocalPeriod>();
  return found.map((row) => {
    const period = byZone.get(row.time_zone) ?? localPeriod(row.time_zone, params, now);
    byZone.set(row.time_zone, period);
    const { id, organization_id, unit_bit_count, packed_until } = row;
    const facts = { organizationId: organization_id, unitBitCount: unit_bit_count, packedUntil: packed_until };
    return { propertyId: id, ...facts, ...period };
  });
}

/**
 * The chosen properties as a table expression for `from`: property_id, time_zone, start_date, end_date, last_date,
 * starts_at, ends_at. Reports join it to everything that they read.
 */
export function periodTable(properties: readonly ChosenProperty[]): RawBuilder<unknown> {
  return sql`(
    select *
    from unnest(
      ${properties.map((property) => property.propertyId)}::bigint[],
      ${properties.map((property) => property.timeZone)}::text[],
      ${properties.map((property) => property.startDate)}::date[],
      ${properties.map((property) => property.endDate)}::date[],
      ${properties.map((property) => property.lastDate)}::date[],
      ${properties.map((property) => new Date(property.startsAt).toISOString())}::timestamptz[],
      ${properties.map((property) => new Date(property.endsAt).toISOString())}::timestamptz[]
    ) as chosen (property_id, time_zone, start_date, end_date, last_date, starts_at, ends_at)
  )`;
}

/**
 * SQL of local days of service, for a query in which `service` is a row of meter_services and `period` one of the
 * period table. A service counts from the day on which it began up to the day before the one on which it ended, so
 * that a meter which moves to another point counts once that day.
 */
export const beganOn = sql`coalesce((service.began_at at time zone period.time_zone)::date, '-infinity'::date)`;
export const endedOn = sql`coalesce((service.ended_at at time zone period.time_zone)::date, 'infinity'::date)`;

/** The first and the last day of any of the properties; without properties those of UTC. */
export function outerDates(
  properties: readonly ChosenProperty[],
  params: PeriodParams,
  clock: Clock,
): [string, string] {
  const periods = properties.length > 0 ? properties : [localPeriod("UTC", params, clock())];
  const starts = periods.map((period) => period.startDate).toSorted();
  const ends = periods.map((period) => period.endDate).toSorted();
  return [starts[0] ?? "", ends.at(-1) ?? ""];
}

/** Whether the last day of the period is over at all of the properties. */
export function areOver(properties: readonly ChosenProperty[]): boolean {
  return properties.every(({ isOver }) => isOver);
}

/**
 * SQL: the column `day` lies in the days of `period`, the alias of rows with start_date and end_date. The outer dates
 * are given as constants too: only with those does Postgres prune the month partitions at planning time.
 */
export interface WithinPeriod {
  (period: string, day: string): RawBuilder<unknown>;
  /** SQL: the days of meters among which those of the period are. */
  meterDays: RawBuilder<unknown>;
  /** The same condition of `row`, one of meterDays, in a subquery that ends with optimizationFence. */
  ofMeterDay: (period: string, row: string) => RawBuilder<unknown>;
}

/** Makes that condition for the properties of one report. */
export function withinPeriod(properties: readonly ChosenProperty[], params: PeriodParams, clock: Clock): WithinPeriod {
  const [first, last] = outerDates(properties, params, clock);
  const { table, inMonths } = meterDaysOf(properties);
  const within = (period: string, day: string) => sql`(${sql.ref(day)} between ${sql.ref(`${period}.start_date`)}
    and ${sql.ref(`${period}.end_date`)} and ${sql.ref(day)} between ${first}::date and ${last}::date)`;
  const ofMeterDay = (period: string, row: string) =>
    sql`${within(period, `${row}.day`)} ${inMonths(row, sql.ref(`${period}.start_date`), sql.ref(`${period}.end_date`))}`;
  return Object.assign(within, { meterDays: table, ofMeterDay });
}
