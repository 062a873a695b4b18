import { areOver, outerDates } from "../../query/chosen-properties.ts";
import { report } from "../../query/report.ts";
import { totals } from "../totals.ts";
import { cardsOf } from "./cards.ts";

/** The cards of the chosen properties, with the days they cover and how well these were read. */
export const portfolioOverview = report(
  "GET /v1/reporting/portfolio-insights/overview",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock }) => {
    const { properties, now, before } = await totals(scope, tx, query, clock);
    const [start, end] = outerDates(properties, query, clock);
    return {
      start_date: start,
      end_date: end,
      is_over: areOver(properties),
      total_properties: properties.length,
      total_units: now.units,
      meter_days_read: now.meter_days_read,
      meter_days_expected: now.meter_days_expected,
      cards: cardsOf(now, before),
    };
  },
);
