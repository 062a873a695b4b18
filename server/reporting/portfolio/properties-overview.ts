import { z } from "zod";
import type { PropertiesOverview } from "../../../contract/portfolio/portfolio.ts";
import type { Performance } from "../../../contract/reporting/reporting.ts";
import { asDollars } from "../../costs/price-of-day.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { areOver, outerDates } from "../../query/chosen-properties.ts";
import { report } from "../../query/report.ts";
import { asGallons, leakPercentage } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { performanceOf } from "../classes.ts";
import { type FigureParams, figures, reportDays } from "../figures.ts";
import { headlineChanges, totals, unitsWithoutPrice } from "../totals.ts";
import { waterLossOf } from "../water-loss.ts";
import { cardsOf } from "./cards.ts";

interface Params extends FigureParams {
  performance?: Performance[] | undefined;
}

/**
 * Headline figures of the chosen properties, each with its change from the previous period, and cards. A property's
 * class is that of the requested days, whatever it was before.
 */
export async function propertiesOverview(
  scope: Scope,
  tx: Transactional,
  whole: Params,
  clock: Clock,
): Promise<PropertiesOverview> {
  const { performance } = whole;
  const params =
    performance === undefined
      ? whole
      : { ...whole, property_id: await ofClasses(scope, tx, whole, performance, clock) };
  const { properties, now, before } = await totals(scope, tx, params, clock);
  const [start, end] = outerDates(properties, params, clock);
  return {
    start_date: start,
    end_date: end,
    is_over: areOver(properties),
    total_properties: properties.length,
    total_units: now.units,
    units_without_price: await unitsWithoutPrice(tx, properties, params),
    meter_days_read: now.meter_days_read,
    meter_days_expected: now.meter_days_expected,
    bedrooms: now.bedrooms,
    units_with_leakage: now.leaking_units,
    gallons_consumed: asGallons(now.gallons),
    gallons_leaked: asGallons(now.leaked),
    leak_percentage: leakPercentage(now.leaked, now.gallons),
    leak_cost: asDollars(now.leak_cost),
    ...headlineChanges(now, before),
    water_loss: waterLossOf(now.leaked, now.gallons),
    cards: cardsOf(now, before),
  };
}

/** The chosen properties that are of these classes in the requested days. */
async function ofClasses(
  scope: Scope,
  tx: Transactional,
  params: FigureParams,
  performance: readonly Performance[],
  clock: Clock,
): Promise<number[]> {
  const { ctes } = await reportDays(scope, tx, { ...params, comparison: undefined }, clock);
  const found = await queryRows(tx, z.object({ property_id: z.int() }))`
    with ${ctes}, ${figures}
    select property_id from figures where ${performanceOf("figures")} = any(${performance}::text[])`;
  return found.map(({ property_id }) => property_id);
}

export const propertiesOverviewReport = report(
  "GET /v1/reporting/portfolio-insights/properties/overview",
  { cache: "rolled-up" },
  ({ scope, tx, query, clock }) => propertiesOverview(scope, tx, query, clock),
);
