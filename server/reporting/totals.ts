import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRow, queryRows } from "../database/query-rows.ts";
import { type ChosenProperty, hasBedrooms } from "../query/chosen-properties.ts";
import { leakPercentage } from "../query/volume.ts";
import type { Clock } from "../time/clock.ts";
import { isComparable, percentChange, pointChange } from "./change.ts";
import { type FigureParams, figures, reportDays } from "./figures.ts";

const count = z.int().default(0);
/** null: nothing was measured. */
const sum = z.int().nullable().default(null);

/** The sums of a report over all its properties and days. Volumes in thousandths of a gallon, money in millionths of a dollar. */
const Sums = z.object({
  gallons: sum,
  leaked: sum,
  toilet_leak: sum,
  heater_leak: sum,
  other_leak: sum,
  /** Of the toilet meters and the heaters' themselves; null: there are none, or they have no data. */
  toilet_gallons: sum,
  heater_gallons: sum,
  cost: sum,
  leak_cost: sum,
  toilet_cost: sum,
  heater_cost: sum,
  other_cost: sum,
  /** Of unit-days that were read: gallons, and bedrooms times days. */
  whole_gallons: sum,
  whole_bedrooms: sum,
  toilet_read_gallons: sum,
  toilet_bedrooms: sum,
  heater_read_gallons: sum,
  heater_bedrooms: sum,
  meter_days_read: count,
  meter_days_expected: count,
  units: count,
  bedrooms: count,
  whole_units: count,
  toilet_units: count,
  heater_units: count,
});
export type Sums = z.output<typeof Sums>;

/** The same with the units that leak: to count each once, whatever days it leaked on, is half the work. */
const Totals = Sums.extend({
  leaking_units: count,
  leaking_toilets: count,
  leaking_heaters: count,
  /** Of heaters or anything else. */
  leaking_other: count,
});
export type Totals = z.output<typeof Totals>;

export interface Compared<T> {
  properties: ChosenProperty[];
  now: T;
  /** Of the previous period; null where not requested, or where either period has too few meter-days read. */
  before: T | null;
}

/** The sums of a report, from roll-ups unless units are chosen, and those of the previous period where they are compared. */
export function sums(scope: Scope, tx: Transactional, params: FigureParams, clock: Clock): Promise<Compared<Sums>> {
  return summedUp(scope, tx, params, clock, Sums, Object.keys(Sums.shape));
}

/** The same with the units that leak. */
export function totals(scope: Scope, tx: Transactional, params: FigureParams, clock: Clock): Promise<Compared<Totals>> {
  return summedUp(scope, tx, params, clock, Totals, Object.keys(Totals.shape));
}

const Side = z.looseObject({ is_previous: z.boolean() });

async function summedUp<T extends Sums>(
  scope: Scope,
  tx: Transactional,
  params: FigureParams,
  clock: Clock,
  shape: z.ZodType<T>,
  columns: readonly string[],
): Promise<Compared<T>> {
  const { properties, isCompared, ctes } = await reportDays(scope, tx, params, clock);
  const summed: RawBuilder<unknown>[] = columns.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`);
  const rows = await queryRows(tx, Side)`
    with ${ctes}, ${figures}
    select is_previous, ${sql.join(summed)} from figures group by is_previous`;
  const now = shape.parse(rows.find((row) => !row.is_previous) ?? {});
  const previous = rows.find((row) => row.is_previous);
  const before = previous === undefined ? null : shape.parse(previous);
  return { properties, now, before: isCompared && before !== null && isComparable(now, before) ? before : null };
}

/** How headline figures changed against the previous period: in percent, of the leak percentage in points; null where not compared. */
export function headlineChanges(now: Totals, before: Totals | null) {
  const percentage = ({ leaked, gallons }: Totals) => leakPercentage(leaked, gallons);
  const change = (of: "leaking_units" | "gallons" | "leaked" | "leak_cost") =>
    percentChange(now[of], before === null ? null : before[of]);
  return {
    units_with_leakage_comparison: change("leaking_units"),
    gallons_consumed_comparison: change("gallons"),
    gallons_leaked_comparison: change("leaked"),
    leak_percentage_comparison: pointChange(percentage(now), before && percentage(before)),
    leak_cost_comparison: change("leak_cost"),
  };
}

/** What leaks cost in millionths of a dollar, and of that the two kinds that summaries show separately. */
interface KindsOfCost {
  all: number | null;
  toilet: number | null;
  /** Water heaters' among them. */
  other: number | null;
  /** Toilets' part of hundred; null without any cost. */
  toiletPercentage: number | null;
  /** The rest of 100. */
  otherPercentage: number | null;
}

/** The costs of leaks by kind; all null where nothing was measured, or without a period. */
export function kindsOfCost(of: Sums | null): KindsOfCost {
  if (of === null || of.leak_cost === null) {
    return { all: null, toilet: null, other: null, toiletPercentage: null, otherPercentage: null };
  }
  const other = (of.heater_cost ?? 0) + (of.other_cost ?? 0);
  const [all, toilet] = [of.leak_cost, of.leak_cost - other];
  const toiletPercentage = all === 0 ? null : (toilet / all) * 100;
  const otherPercentage = toiletPercentage === null ? null : 100 - toiletPercentage;
  return { all, toilet, other, toiletPercentage, otherPercentage };
}

/**
 * How many of a report's units are counted at the default price on the last day of their period: no price of the unit
 * or of its organization covers it.
 */
export async function unitsWithoutPrice(
  tx: Transactional,
  properties: readonly ChosenProperty[],
  params: FigureParams,
): Promise<number> {
  const { building_id = null, unit_id = null } = params;
  const found = await queryRow(tx, z.object({ units: z.int() }))`
    select count(*) as units
    from unnest(${properties.map(({ propertyId }) => propertyId)}::bigint[],
      ${properties.map(({ organizationId }) => organizationId)}::bigint[],
      ${properties.map(({ endDate }) => endDate)}::date[]) as period (property_id, organization_id, last_day)
    join units on units.property_id = period.property_id
    where (${building_id}::bigint[] is null or units.building_id = any(${building_id}::bigint[]))
      and (${unit_id}::bigint[] is null or units.id = any(${unit_id}::bigint[]))
      and ${hasBedrooms(params, "units.bedrooms")}
      and not exists (select from organization_prices
        where organization_prices.organization_id = period.organization_id
          and period.last_day between organization_prices.first_day and organization_prices.last_day)
      and not exists (select from unit_prices
        where unit_prices.property_id = units.property_id and unit_prices.unit_id = units.id
          and period.last_day between unit_prices.first_day and unit_prices.last_day)`;
  return found?.units ?? 0;
}
