import { z } from "zod";
import { call } from "../call/call.ts";
import { date, gallons, granularityOf, ids, percent } from "../call/fields.ts";
import { changeOf, checkFigures, figuresShape } from "./figures-shape.ts";

export const resolution = z.enum(["day", "week", "month"]);

/** What the call of a chart takes. */
export const chartQuery = z
  .strictObject({
    ...figuresShape,
    building_id: ids.describe("Only units of these buildings; may be repeated."),
    unit_id: ids.describe("Only these units; may be repeated."),
    granularity_type: granularityOf("day"),
    resolution: resolution
      .optional()
      .describe("What a point stands for. Default: a day of up to 92 days, a week of up to 366, else a month."),
  })
  .superRefine(checkFigures);

/** The fields of every point of a chart. */
export const bucket = {
  label: z
    .string()
    .describe(
      "The day (Nov 02, 2026), the week from Monday to Sunday (Nov 02, 2026 - Nov 08, 2026) or the month (Nov 2026).",
    ),
  date: date.describe("The local day; of a week or month its first day in the period, as start_date."),
  start_date: date.describe("First local day of the period in this point."),
  end_date: date.describe(
    "Last local day of the period in this point; a week or month at either end may be cut short.",
  ),
};

/** The fields of every chart, beside its points. */
export const chart = {
  resolution: resolution.describe("What a point stands for."),
  label_step: z
    .number()
    .int()
    .describe(
      "Every how many points a label is drawn: 1, and from more than 200, 500, 1000 and 1500 points on 2 to 5.",
    ),
  start_date: date.describe("First local day of the period."),
  end_date: date.describe("Last local day of the period; days that have not begun have no point."),
};

const GAP = "null: nothing was measured, a gap.";
const volume = (what: string) => gallons.nullable().describe(`${what} ${GAP}`);

const gallonsDynamics = z.object({
  ...chart,
  points: z
    .array(
      z.object({
        ...bucket,
        total_consumed: volume("Gallons that ran, estimated hours included."),
        normal_consumption: volume("Gallons of them that did not leak."),
        toilet_leaks: volume("Gallons that toilets leaked."),
        other_leaks: volume("Gallons that water heaters and everything else leaked."),
        water_heater_leaks: volume("Gallons of other_leaks that water heaters leaked."),
        previous_period_consumed: gallons
          .nullable()
          .describe(
            "Gallons of the same days of the previous period, by position. null: not requested, too few meter-days read in either period, or nothing was measured.",
          ),
        percentage_difference: changeOf("total_consumed"),
      }),
    )
    .describe("The points in the order of time; one for every day, week or month of the period."),
});
export type GallonsDynamics = z.infer<typeof gallonsDynamics>;

const leakVolumePercentage = z.object({
  ...chart,
  goal_percentage: percent.describe("The goal: leak percentage below this."),
  points: z
    .array(
      z.object({
        ...bucket,
        percent_of_leaks: percent
          .nullable()
          .describe("Leak gallons per hundred gallons of the point. null: nothing was used, or measured."),
        total_consumed: volume("Gallons that ran, estimated hours included."),
        gallons_leaked: volume("Gallons of them that leaked."),
        previous_percent_of_leaks: percent
          .nullable()
          .describe(
            "The same for the previous period. null: not requested, too few meter-days read in either period, or no consumption.",
          ),
        percentage_difference: changeOf("percent_of_leaks", "percentage points"),
      }),
    )
    .describe("The points in the order of time; one for every day, week or month of the period."),
});
export type LeakVolumePercentage = z.infer<typeof leakVolumePercentage>;

export const chartCalls = {
  "GET /v1/reporting/leak-report/gallons-dynamics": call({
    access: "property-or-portfolio",
    summary: "Gallons by day, week or month: normal consumption, toilet leaks and other leaks.",
    query: chartQuery,
    response: gallonsDynamics,
  }),
  "GET /v1/reporting/leak-report/leak-volume-percentage": call({
    access: "property-or-portfolio",
    summary: "Leak gallons per hundred gallons by day, week or month, with the goal.",
    query: chartQuery,
    response: leakVolumePercentage,
  }),
};
