import { type RawBuilder, sql } from "kysely";
import type { Scope, Transactional } from "../database/connect.ts";
import type { ChosenProperty } from "../query/chosen-properties.ts";
import type { Clock } from "../time/clock.ts";
import { type Coverage, isComparable } from "./change.ts";
import { figures } from "./figures.ts";
import { type FigureParams, reportDays } from "./known-days.ts";

/** The sums of a report over all its properties and days. Volumes in thousandths of a gallon, money in millionths of a dollar. */
export interface Sums extends Coverage {
  /** null: nothing was measured; so are the others below where stated. */
  gallons: number | null;
  /** null like gallons. */
  leaked: number | null;
  toilet_leak: number | null;
  heater_leak: number | null;
  other_leak: number | null;
  /** Of the toilet meters and the heaters' themselves; null: there are none, or they have no data. */
  toilet_gallons: number | null;
  heater_gallons: number | null;
  /** null like gallons. */
  cost: number | null;
  leak_cost: number | null;
  toilet_cost: number | null;
  heater_cost: number | null;
  other_cost: number | null;
  /** Of unit-days that were read: gallons, and bedrooms times days. */
  whole_gallons: number | null;
  whole_bedrooms: number | null;
  toilet_read_gallons: number | null;
  toilet_bedrooms: number | null;
  heater_read_gallons: number | null;
  heater_bedrooms: number | null;
  units: number;
  bedrooms: number;
  whole_units: number;
  toilet_units: number;
  heater_units: number;
}

/** The same with the units that leak: to count each once, whatever days it leaked on, is half the work. */
export interface Totals extends Sums {
  /** Units with leak gallons, of toilets, of heaters, and of heaters or anything else. */
  leaking_units: number;
  leaking_toilets: number;
  leaking_heaters: number;
  leaking_other: number;
}

export interface Compared<T> {
  properties: ChosenProperty[];
  now: T;
  /** Of the previous period; null where not requested, or where either period has too few meter-days read. */
  before: T | null;
}

/** The sums of a report, from roll-ups unless units are chosen, and those of the days before where they are compared. */
export function sums(scope: Scope, tx: Transactional, params: FigureParams, clock: Clock): Promise<Compared<Sums>> {
  return summedUp(scope, tx, params, clock, sql``, nothing);
}

/** The same with the units that leak. */
export function totals(scope: Scope, tx: Transactional, params: FigureParams, clock: Clock): Promise<Compared<Totals>> {
  const leaking = sql`,
    sum(leaking_units)::bigint as leaking_units, sum(leaking_toilets)::bigint as leaking_toilets,
    sum(leaking_heaters)::bigint as leaking_heaters, sum(leaking_other)::bigint as leaking_other`;
  const none = { ...nothing, leaking_units: 0, leaking_toilets: 0, leaking_heaters: 0, leaking_other: 0 };
  return summedUp(scope, tx, params, clock, leaking, none);
}

async function summedUp<T extends Sums>(
  scope: Scope,
  tx: Transactional,
  params: FigureParams,
  clock: Clock,
  more: RawBuilder<unknown>,
  none: T,
): Promise<Compared<T>> {
  const { properties, ctes } = await reportDays(scope, tx, params, clock);
  const found = await sql<T & { is_previous: boolean }>`
    with ${ctes}, ${figures}
    select is_previous,
      sum(gallons)::bigint as gallons, sum(leaked)::bigint as leaked, sum(toilet_leak)::bigint as toilet_leak,
      sum(heater_leak)::bigint as heater_leak, sum(other_leak)::bigint as other_leak,
      sum(toilet_gallons)::bigint as toilet_gallons, sum(heater_gallons)::bigint as heater_gallons,
      sum(cost)::bigint as cost, sum(leak_cost)::bigint as leak_cost, sum(toilet_cost)::bigint as toilet_cost,
      sum(heater_cost)::bigint as heater_cost, sum(other_cost)::bigint as other_cost,
      sum(whole_gallons)::bigint as whole_gallons, sum(whole_bedrooms)::bigint as whole_bedrooms,
      sum(toilet_read_gallons)::bigint as toilet_read_gallons, sum(toilet_bedrooms)::bigint as toilet_bedrooms,
      sum(heater_read_gallons)::bigint as heater_read_gallons, sum(heater_bedrooms)::bigint as heater_bedrooms,
      sum(meter_days_read)::bigint as meter_days_read, sum(meter_days_expected)::bigint as meter_days_expected,
      sum(units)::bigint as units, sum(bedrooms)::bigint as bedrooms, sum(whole_units)::bigint as whole_units,
      sum(toilet_units)::bigint as toilet_units, sum(heater_units)::bigint as heater_units
      ${more}
    from figures group by is_previous`.execute(tx);
  const now = found.rows.find((row) => !row.is_previous) ?? none;
  const before = found.rows.find((row) => row.is_previous);
  return { properties, now, before: before !== undefined && isComparable(now, before) ? before : null };
}

const nothing: Sums = {
  gallons: null,
  leaked: null,
  toilet_leak: null,
  heater_leak: null,
  other_leak: null,
  toilet_gallons: null,
  heater_gallons: null,
  cost: null,
  leak_cost: null,
  toilet_cost: null,
  heater_cost: null,
  other_cost: null,
  whole_gallons: null,
  whole_bedrooms: null,
  toilet_read_gallons: null,
  toilet_bedrooms: null,
  heater_read_gallons: null,
  heater_bedrooms: null,
  meter_days_read: 0,
  meter_days_expected: 0,
  units: 0,
  bedrooms: 0,
  whole_units: 0,
  toilet_units: 0,
  heater_units: 0,
};
