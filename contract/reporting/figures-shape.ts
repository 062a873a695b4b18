import { z } from "zod";
import { checkPeriod, listShape, reportShape, written } from "../call/fields.ts";

/** "7" as the last number of bedrooms means seven or more. */
const MOST_BEDROOMS = 7;

/** Which units by their number of bedrooms; to be checked by checkFigures. */
export const bedroomFilters = {
  bedrooms_from: written(z.number().int().min(0).max(6))
    .optional()
    .describe("Only units with at least so many bedrooms, 0 to 6; a studio has 0. Default: 0."),
  bedrooms_to: written(z.number().int().min(0).max(MOST_BEDROOMS))
    .optional()
    .describe("Only units with at most so many bedrooms, 0 to 7; 7: seven or more. Default: 7."),
};

const comparedAndBedrooms = {
  comparison: z
    .enum(["none", "previous_period"])
    .optional()
    .describe(
      "previous_period: next to each figure its change against the previous period. Default: none. A period whose last day is not over is never compared.",
    ),
  ...bedroomFilters,
};

/** What every report over consumption takes: period, places, comparison and numbers of bedrooms. */
export const figuresShape = { ...reportShape, ...comparedAndBedrooms };

/** The same for a list: with a page and an ordering by one of `fields`; default: `first`. */
export function figuresListShape<const F extends readonly string[]>(fields: F, first: F[number] | `-${F[number]}`) {
  return { ...listShape(fields, first), ...comparedAndBedrooms };
}

/** Validates params made of `figuresShape`: the period, and that the range of bedrooms is in order. */
export function checkFigures(
  value: Parameters<typeof checkPeriod>[0] & { bedrooms_from?: number | undefined; bedrooms_to?: number | undefined },
  context: Parameters<typeof checkPeriod>[1],
) {
  checkPeriod(value, context);
  const { bedrooms_from = 0, bedrooms_to = MOST_BEDROOMS } = value;
  if (bedrooms_from <= bedrooms_to) return;
  context.addIssue({
    code: "custom",
    path: ["bedrooms_from"],
    message: '"From" value cannot be greater than "To" value',
  });
}

/** The parameters of a report over consumption that has none of its own. */
export const figuresFilters = z.strictObject(figuresShape).superRefine(checkFigures);

/** A change against the previous period, beside the figure `of`. */
export const changeOf = (of: string, unit: "percent" | "percentage points" = "percent") =>
  z
    .number()
    .nullable()
    .meta({
      "x-unit": unit,
      description: `Change of ${of} against the previous period, in ${unit}. null: not requested, the last day of the period is not over, either period has less than 80 % of its meter-days read, or no figure${unit === "percent" ? " other than 0 before" : ""}.`,
    });
