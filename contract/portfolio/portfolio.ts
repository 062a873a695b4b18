import { z } from "zod";
import { call } from "../call/call.ts";
import { date, dollars, gallons, paged, percent } from "../call/fields.ts";
import { costs } from "../costs/portfolio-costs.ts";
import { changeOf, checkFigures, figuresFilters, figuresShape } from "../reporting/figures-shape.ts";
import {
  CONSUMED,
  inClasses,
  inStates,
  isOver,
  LEAK_PERCENTAGE,
  LEAKED,
  performance,
  unitsWithoutPrice,
} from "../reporting/reporting.ts";
import { waterLoss } from "../reporting/water-loss.ts";
import { card } from "./portfolio-cards.ts";
import { waterUse } from "./portfolio-efficiency.ts";
import { rankingQuery, rankingRow } from "./portfolio-ranking.ts";
import { leakStatus } from "./portfolio-status.ts";

const NOTHING = "null: nothing was measured.";

const covered = {
  start_date: date.describe("First local day of the period."),
  end_date: date.describe("Last local day of the period."),
  is_over: isOver,
  total_properties: z.number().int().describe("The requested properties."),
  total_units: z.number().int().describe("Their units, or those of them with the requested bed counts."),
  meter_days_read: z.number().int().describe("Meter-days read in the period."),
  meter_days_expected: z.number().int().describe("Expected meter-days of the period."),
};

const cards = z.array(card).describe("The cards, in the order in which screens show them.");

const overview = z.object({ ...covered, cards });

const propertiesOverview = z.object({
  ...covered,
  units_without_price: unitsWithoutPrice,
  bedrooms: z.number().int().describe("Bedrooms of these units; a studio has 0."),
  units_with_leakage: z.number().int().describe("Units that leaked in the period."),
  units_with_leakage_comparison: changeOf("units_with_leakage"),
  gallons_consumed: gallons.nullable().describe(CONSUMED),
  gallons_consumed_comparison: changeOf("gallons_consumed"),
  gallons_leaked: gallons.nullable().describe(`${LEAKED} ${NOTHING}`),
  gallons_leaked_comparison: changeOf("gallons_leaked"),
  leak_percentage: percent.nullable().describe(LEAK_PERCENTAGE),
  leak_percentage_comparison: changeOf("leak_percentage", "percentage points"),
  leak_cost: dollars.nullable().describe(`Dollars for what leaked, at the prices of each day. ${NOTHING}`),
  leak_cost_comparison: changeOf("leak_cost"),
  water_loss: waterLoss,
  cards,
});
export type PropertiesOverview = z.infer<typeof propertiesOverview>;

const insights = "/v1/reporting/portfolio-insights";

export const portfolioCalls = {
  [`GET ${insights}/overview` as const]: call({
    access: "portfolio",
    summary:
      "The cards of the cockpit: gallons, leaks, their share and cost, units that leak and use per bedroom, each with the parts of toilets and water heaters.",
    query: figuresFilters,
    response: overview,
  }),
  [`GET ${insights}/costs` as const]: call({
    access: "portfolio",
    summary: "The cost of the water of the chosen properties in the period, and of leaks by kind.",
    query: figuresFilters,
    response: costs,
  }),
  [`GET ${insights}/water-usage-efficiency` as const]: call({
    access: "portfolio",
    summary: "Gallons per bedroom and day of whole units, of toilets and of water heaters, with the published scale.",
    query: figuresFilters,
    response: waterUse,
  }),
  [`GET ${insights}/portfolio-performance` as const]: call({
    access: "portfolio",
    summary: "Number of chosen properties that are on track, have opportunities, are critical or use no water.",
    query: z.strictObject({ ...figuresShape, state: inStates }).superRefine(checkFigures),
    response: leakStatus,
  }),
  [`GET ${insights}/performance-ranking/watchlist` as const]: call({
    access: "portfolio",
    summary:
      "Properties with leak gallons in the period, those with the highest leak cost per unit first. One without a reporting meter has no color.",
    query: rankingQuery,
    response: paged(rankingRow),
  }),
  [`GET ${insights}/performance-ranking/toplist` as const]: call({
    access: "portfolio",
    summary:
      "Properties with a leak percentage in the period of which at least 80 % of the units reported: the lowest leak percentage first, of equal ones the least gallons per bedroom and day.",
    query: rankingQuery,
    response: paged(rankingRow),
  }),
  [`GET ${insights}/properties/overview` as const]: call({
    access: "portfolio",
    summary: "Headline figures of the chosen properties and days, a rating of their water loss, and cards.",
    query: z.strictObject({ ...figuresShape, performance: inClasses, state: inStates }).superRefine(checkFigures),
    response: propertiesOverview,
  }),
  [`GET ${insights}/properties/performance/filters` as const]: call({
    access: "portfolio",
    summary: "Filters of the property table, from all properties in the caller's scope.",
    response: z.object({
      performance: z.array(performance).describe("The performance classes, in their order."),
      states: z.array(z.string()).describe("States in which there are properties, by name."),
      organizations: z
        .array(
          z.object({
            id: z.number().int().describe("Id of the organization."),
            name: z.string().describe("Name of the organization."),
          }),
        )
        .describe("Organizations that have properties, by name."),
      bedrooms: z
        .object({
          from: z.number().int().describe("The least, at most 6."),
          to: z.number().int().describe("The most; 7: seven or more."),
        })
        .describe("Least and most bedrooms of the units; 0 and 7 without units."),
    }),
  }),
};
