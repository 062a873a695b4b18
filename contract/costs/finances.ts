import { z } from "zod";
import { call } from "../call/call.ts";
import {
  dollars,
  flag,
  gallons,
  ids,
  outside_units_count,
  outside_units_without_price,
  paged,
  percent,
} from "../call/fields.ts";
import {
  buildingId,
  buildingName,
  leakingMeter,
  propertyId,
  propertyName,
  unitId,
  unitName,
} from "../call/place-fields.ts";
import { bucket, chart, chartQuery } from "../reporting/charts.ts";
import { changeOf, checkFigures, figuresListShape, figuresShape } from "../reporting/figures-shape.ts";
import {
  CONSUMED,
  INCLUDE_ACTIVE_LEAK,
  LEAK_TYPE,
  LEAKED,
  leakExpense,
  leakType,
  ONLY_ACTIVE,
  TOTAL_LEAKED,
} from "../reporting/reporting.ts";
import { cost } from "./portfolio-costs.ts";

const finances = "/v1/reporting/portfolio-insights/finances";

const toilets = "toilet leaks";
const others = "all other leaks, water heaters' among them";
const BEFORE =
  "null: not asked for, today is looked at, either side has less than 80 % of its meter-days read, or nothing was measured.";
const previous = (what: string) => dollars.nullable().describe(`${what} ${BEFORE}`);

const financeCosts = z.object({
  ...chart,
  total_cost: cost("all water of the period"),
  leak_related_cost: cost("all that leaked in the period"),
  previous_period_cost: previous("Dollars for all that leaked in the period before."),
  percentage_difference: changeOf("leak_related_cost"),
  points: z
    .array(
      z.object({
        ...bucket,
        total_cost: cost("all water"),
        normal_consumption: cost("the water that did not leak"),
        leak_related_cost: cost("all that leaked: toilet_leaks_cost and other_leaks_cost"),
        toilet_leaks_cost: cost(toilets),
        other_leaks_cost: cost(others),
        previous_period_cost: previous(
          "Dollars for what leaked on the same days of the period before, by their place in it.",
        ),
        percentage_difference: changeOf("leak_related_cost"),
      }),
    )
    .describe("The points in the order of time. Each figure is rounded for itself, once."),
});
export type FinanceCosts = z.infer<typeof financeCosts>;

const share = (of: string) => percent.nullable().describe(`Percentage of leak cost by ${of}. null: no leak cost.`);

const leakTypeCosts = z.object({
  total_cost: cost("all that leaked"),
  toilet_leak_cost: cost(toilets),
  other_leak_cost: cost(others),
  toilet_leak_percentage: share(toilets),
  other_leak_percentage: share("other leaks; with toilet_leak_percentage they make 100"),
  previous_period_cost: previous("Dollars for all that leaked in the period before."),
  percentage_difference: changeOf("total_cost"),
  previous_toilet_leak_cost: previous("Dollars for toilet leaks of the period before."),
  toilet_leak_percentage_difference: changeOf("toilet_leak_cost"),
  previous_other_leak_cost: previous("Dollars for all other leaks of the period before."),
  other_leak_percentage_difference: changeOf("other_leak_cost"),
});
export type LeakTypeCosts = z.infer<typeof leakTypeCosts>;

const leakExpenseRow = z.object({
  leak_type: leakType.describe(LEAK_TYPE),
  property_id: propertyId,
  property_name: propertyName,
  building_id: buildingId,
  building_name: buildingName,
  unit_id: unitId,
  unit_name: unitName,
  meter_serial_number: leakingMeter,
  gallons_consumed: gallons.nullable().describe(CONSUMED),
  gallons_leaked: gallons.describe(LEAKED),
  leak_expense: leakExpense,
  total_gallons_leaked: gallons.describe(TOTAL_LEAKED),
  total_expense: dollars.describe("Dollars for total_gallons_leaked, by the price of each day."),
});
export type LeakExpenseRow = z.infer<typeof leakExpenseRow>;

const inPlaces = {
  building_id: ids.describe("Only units of these buildings; may be repeated."),
  unit_id: ids.describe("Only these units; may be repeated."),
};

// Its rows have no change against the previous period.
const { comparison, ...listed } = figuresListShape(
  [
    "leak_type",
    "property_name",
    "building_name",
    "unit_name",
    "meter_serial_number",
    "gallons_consumed",
    "gallons_leaked",
    "leak_expense",
    "total_gallons_leaked",
    "total_expense",
  ],
  "-leak_expense",
);

export const financeCalls = {
  [`GET ${finances}/costs` as const]: call({
    access: "portfolio",
    summary: "What water costs by day, week or month: toilet leaks, other leaks and normal consumption.",
    query: chartQuery,
    response: financeCosts,
  }),
  [`GET ${finances}/leak-type-costs` as const]: call({
    access: "portfolio",
    summary: "What leaks cost, by toilet leaks and all others.",
    query: z.strictObject({ ...figuresShape, ...inPlaces }).superRefine(checkFigures),
    response: leakTypeCosts,
  }),
  [`GET ${finances}/leak-overview` as const]: call({
    access: "portfolio",
    summary:
      "Leaks with leak gallons in the period and their cost, one row per unit. Leaks at meters of a building or irrigation have rows of their own, which are in no sum of costs.",
    query: z
      .strictObject({
        ...listed,
        ...inPlaces,
        building_id: ids.describe("Only these buildings; may be repeated."),
        include_active_leak: flag.optional().describe(INCLUDE_ACTIVE_LEAK),
        only_active: flag.optional().describe(ONLY_ACTIVE),
      })
      .superRefine(checkFigures),
    response: paged(leakExpenseRow).extend({ outside_units_count, outside_units_without_price }),
  }),
};
