import type { PropertiesOverview } from "../../../contract/portfolio.ts";
import type { Clock } from "../../clock.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { percentChange, pointChange } from "../change.ts";
import { outerDates } from "../chosen-properties.ts";
import type { FiguresAsked } from "../known-days.ts";
import { asDollars } from "../price-of-day.ts";
import { type Totals, totals } from "../totals.ts";
import { asGallons, leakPercentage } from "../volume.ts";
import { cardsOf } from "./cards.ts";
import { waterLossOf } from "./water-loss.ts";

/** Headline figures of the chosen properties, each with its change against the days before, and cards. */
export async function propertiesOverview(
  scope: Scope,
  tx: Transactional,
  asked: FiguresAsked,
  clock: Clock,
): Promise<PropertiesOverview> {
  const { properties, now, before } = await totals(scope, tx, asked, clock);
  const [start, end] = outerDates(properties, asked, clock);
  const percentage = ({ leaked, gallons }: Totals) => leakPercentage(leaked, gallons);
  const change = (of: "leaking_units" | "gallons" | "leaked" | "leak_cost") =>
    percentChange(now[of], before === null ? null : before[of]);
  return {
    start_date: start,
    end_date: end,
    total_properties: properties.length,
    total_units: now.units,
    meter_days_read: now.meter_days_read,
    meter_days_expected: now.meter_days_expected,
    bedrooms: now.bedrooms,
    units_with_leakage: now.leaking_units,
    units_with_leakage_comparison: change("leaking_units"),
    gallons_consumed: asGallons(now.gallons),
    gallons_consumed_comparison: change("gallons"),
    gallons_leaked: asGallons(now.leaked),
    gallons_leaked_comparison: change("leaked"),
    leak_percentage: percentage(now),
    leak_percentage_comparison: pointChange(percentage(now), before && percentage(before)),
    leak_cost: asDollars(now.leak_cost),
    leak_cost_comparison: change("leak_cost"),
    water_loss: waterLossOf(now.leaked, now.gallons),
    cards: cardsOf(now, before),
  };
}
