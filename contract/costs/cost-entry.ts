import { z } from "zod";
import { bodyId, dayOf, isLikelyYear } from "../call/fields.ts";
import { gallonsIn, type Measure, measures, priceDecimals, pricePerGallon } from "../display/measures.ts";

/** A price of a hundred dollars is a slip of the pen already: published ones lie between 0.008 and 0.032. */
const MOST_DOLLARS = 100;
/** Units that one call may price. */
const MOST_UNITS = 5000;

const isMissing = (given: unknown) => given === undefined || given === null || given === "";

export const newCost = z
  .number({
    error: ({ input }) => (isMissing(input) ? "Average Cost per Gallon is required" : "Please enter a valid number"),
  })
  .gt(0, { error: "Cost must be greater than 0", abort: true })
  .meta({ "x-unit": "dollars" })
  .describe(
    `Dollars for one of \`measure\`: above 0, at most ${MOST_DOLLARS} for a gallon, with at most ${priceDecimals.gallon} decimals, ${priceDecimals.litre} for a litre.`,
  );

export const newCostMeasure = z
  .enum(measures, `measure must be one of ${measures.join(", ")}.`)
  .default("gallon")
  .describe("The volume that `cost` pays for. Prices are stored, and returned, per gallon.");

/** Converts a checked price to dollars per gallon; adds an issue to `cost` where that is too much to be a price of water. */
export function perGallon<Priced extends { cost: number; measure: Measure }>(
  { measure, ...priced }: Priced,
  context: z.RefinementCtx,
): Omit<Priced, "measure"> {
  if (Number(priced.cost.toFixed(priceDecimals[measure])) !== priced.cost) {
    const message = measure === "litre" ? "Maximum 6 decimal places allowed" : "Maximum 3 decimal places allowed";
    context.addIssue({ code: "custom", path: ["cost"], message, input: priced.cost });
  }
  const cost = pricePerGallon(priced.cost, measure);
  if (cost > MOST_DOLLARS) {
    const message = `Cost must be at most ${Math.floor(MOST_DOLLARS * gallonsIn(measure))} per ${measure}`;
    context.addIssue({ code: "custom", path: ["cost"], message, input: priced.cost });
  }
  return { ...priced, cost };
}

const A_DAY = "start_date must be a day such as 2026-01-31.";

const startDate = z.iso
  .date({ error: ({ input }) => (isMissing(input) ? "Start Date for Cost is required" : A_DAY), abort: true })
  .refine(isLikelyYear, A_DAY)
  .describe("First local day on which the price applies; may be in the past, but not before the days that are kept.");

export const endDate = dayOf("end_date must be a day such as 2026-01-31, or null.")
  .nullish()
  .describe("Last local day on which it holds, included. null or left out: until further notice.");

interface Span {
  start_date?: string | null | undefined;
  end_date?: string | null | undefined;
}

interface Issues {
  addIssue(issue: { code: "custom"; path: (string | number)[]; message: string }): void;
}

/** Rejects a date range that ends before it starts, with an issue on both fields. */
export function checkSpan({ start_date, end_date }: Span, context: Issues) {
  if (isMissing(start_date) || isMissing(end_date) || `${start_date}` <= `${end_date}`) return;
  const say = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
  say("start_date", "Start date cannot be later than end date");
  say("end_date", "End date cannot be earlier than start date");
}

const costEntry = z
  .strictObject({
    unit_ids: z.array(bodyId).min(1).max(MOST_UNITS).describe("The units that it is for, of any properties."),
    cost: newCost,
    measure: newCostMeasure,
    start_date: startDate,
    end_date: endDate,
  })
  .superRefine(checkSpan)
  .transform(perGallon);
export type CostEntry = z.output<typeof costEntry>;
/** The same as it is sent. */
export type NewCost = z.input<typeof costEntry>;

/** The entries of one call: they apply together, so no two of them may be for the same unit and day. */
export const costs = z
  .array(costEntry)
  .min(1)
  .max(MOST_UNITS)
  .superRefine((entries, context) => {
    const named = entries.reduce((sum, { unit_ids }) => sum + unit_ids.length, 0);
    if (named > MOST_UNITS) {
      const message = `Give at most ${MOST_UNITS.toLocaleString("en-US")} units at once.`;
      context.addIssue({ code: "custom", path: ["unit_ids"], message });
      return;
    }
    const twice = pricedTwice(entries);
    if (twice === null) return;
    const message = `Unit ${twice.unit} has two prices for ${twice.day} here. Give each of its days one.`;
    context.addIssue({ code: "custom", path: [twice.entry, "start_date"], message });
  })
  .describe(`Prices, for at most ${MOST_UNITS} units together. No two may be for the same unit and day.`);

/** The first day, in the order of the entries, that a later entry prices once more. */
function pricedTwice(entries: readonly CostEntry[]): { unit: number; day: string; entry: number } | null {
  const byUnit = new Map<number, { first: string; last: string }[]>();
  for (const [entry, { unit_ids, start_date: first, end_date }] of entries.entries()) {
    const last = end_date ?? "9999-12-31";
    for (const unit of new Set(unit_ids)) {
      const spans = byUnit.get(unit) ?? [];
      const other = spans.find((span) => span.first <= last && first <= span.last);
      if (other !== undefined) return { unit, day: other.first > first ? other.first : first, entry };
      byUnit.set(unit, [...spans, { first, last }]);
    }
  }
  return null;
}
