import type { PortfolioOverview } from "../../../contract/portfolio.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { outerDates } from "../../query/chosen-properties.ts";
import { report } from "../../query/report.ts";
import type { Clock } from "../../time/clock.ts";
import type { FigureParams } from "../known-days.ts";
import { totals } from "../totals.ts";
import { cardsOf } from "./cards.ts";

/** The cards of the chosen properties, with the days they cover and how well these were read. */
export async function portfolioOverview(
  scope: Scope,
  tx: Transactional,
  params: FigureParams,
  clock: Clock,
): Promise<PortfolioOverview> {
  const { properties, now, before } = await totals(scope, tx, params, clock);
  const [start, end] = outerDates(properties, params, clock);
  return {
    start_date: start,
    end_date: end,
    total_properties: properties.length,
    total_units: now.units,
    meter_days_read: now.meter_days_read,
    meter_days_expected: now.meter_days_expected,
    cards: cardsOf(now, before),
  };
}

export const portfolioOverviewReport = report(
  "GET /v1/reporting/portfolio-insights/overview",
  { cache: "rolled-up" },
  ({ scope, tx, query, clock }) => portfolioOverview(scope, tx, query, clock),
);
