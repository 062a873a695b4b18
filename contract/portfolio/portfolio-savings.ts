import { z } from "zod";
import { call } from "../call/call.ts";
import { checkPeriod, date, dollars, gallons, listShape, paged, reportFilters } from "../call/fields.ts";
import { attachedTo, leakingMeter, timeZone } from "../call/place-fields.ts";
import { place } from "../reporting/reporting.ts";

const SAVED =
  "what the leak lost in a day before it stopped, for each of the 30 days since, from the fix and the leak's end on, while its meter had data";
const ONCE_VERIFIED =
  "A fix counts once the meter has verified it, and no longer when the leak returns; then all of its days count.";

const instant = z.iso.datetime();
const cases = z.number().int().describe("How many cases saved water in the period.");
const repair_cost = dollars.describe("What these repairs cost, of those that were made in the period.");

const sums = {
  cases,
  gallons_saved: gallons.describe(`Gallons saved in the period: ${SAVED}.`),
  dollars_saved: dollars.describe("The same in dollars, at each day's price, rounded once from the exact sum."),
};
const fixed = z.object({ ...sums, repair_cost });

const savings = z.object({
  start_date: date.describe("First local day of the period."),
  end_date: date.describe("Last local day of the period."),
  fixes: z
    .object({
      verified: z.number().int().describe("Those that the meter has verified."),
      waiting: z.number().int().describe("Those that wait for the meter, or whose meter gives no data."),
      failed: z.number().int().describe("Those after which the leak ran on or returned."),
    })
    .describe(
      "Fixes made in the period, by their results; of several on a case only the last can be verified or wait.",
    ),
  verified: fixed.describe(`What verified fixes in units saved in the period. ${ONCE_VERIFIED}`),
  outside_units: fixed.describe(
    "The same of the meters of buildings and irrigation. It is in no other sum: water of a building's meter may also be that of a unit.",
  ),
  ended: z
    .object(sums)
    .describe("What leaks in units that ended on their own lose no longer. Nobody fixed them, so it is no saving."),
  months: z
    .array(fixed.extend({ month: z.string().describe("Such as 2026-01.") }))
    .describe("`verified` by month, those in which water was saved or a verified repair made."),
  properties: z
    .array(fixed.extend({ ...place.pick({ property_id: true, property_name: true }).shape }))
    .describe("`verified` by property, the most dollars first."),
});
export type Savings = z.input<typeof savings>;

const range = (of: string) => ({
  low: gallons.describe(`Low end of the 90 % range ${of}.`),
  high: gallons.describe("Its high end."),
});

const savedCase = place.extend({
  case_id: z.number().int().describe("Id of the case."),
  time_zone: timeZone,
  leak_type: z.enum(["toilet leak", "water heater", "other leak", "hybrid leak"]).describe("Kind of the leak."),
  meter_serial_number: leakingMeter,
  attached_to: attachedTo,
  in_totals: z.boolean().describe("Whether it is in sums: only what is saved in units is."),
  started_at: instant.describe("When the leak began."),
  fixed_at: instant.nullable().describe("When it was fixed; null: it ended on its own."),
  ended_at: instant.describe("When the leak ended."),
  over_at: instant.describe("When the meter had shown that it is over."),
  gallons_per_day: gallons.describe("Baseline: what it lost in a day before it stopped."),
  baseline_low: gallons
    .nullable()
    .describe(
      "Low end of the 90 % range of the baseline, by drawing its last 14 whole days again and again; null: it has fewer than three.",
    ),
  baseline_high: gallons.nullable().describe("High end of that range."),
  days_saved: z.number().describe("Days of the period on which it counts, in parts of a day."),
  gallons_saved: gallons.describe(`Gallons saved in the period: ${SAVED}.`),
  dollars_saved: dollars.describe("The same in dollars, at each day's price."),
  total_gallons_saved: gallons.describe("Gallons saved since it stopped, so far."),
  total_dollars_saved: dollars.describe("Dollars saved since it stopped, so far."),
  repair_cost: dollars.nullable().describe("What the repair cost; null: it was not reported."),
  payback_days: z
    .number()
    .nullable()
    .describe(
      "Days after which the repair has paid for itself, at the price of the period's last day; null: its cost is not known.",
    ),
  use_drop: z
    .object({
      gallons_per_day: gallons.describe("By how much the use of a day fell; negative: it rose."),
      ...range("of it, by drawing days before and since again and again"),
    })
    .nullable()
    .describe(
      "Check against all water of the unit or meter: the middle of up to 14 days before the leak's end, less that of up to 30 since. null: fewer than three whole days on a side.",
    ),
});
export type SavedCase = z.input<typeof savedCase>;

const insights = "/v1/reporting/portfolio-insights";

export const portfolioSavingsCalls = {
  [`GET ${insights}/savings` as const]: call({
    access: "portfolio",
    summary: "What verified fixes saved in the period, by month and property, and the results of the period's fixes.",
    query: reportFilters,
    response: savings,
  }),
  [`GET ${insights}/savings/cases` as const]: call({
    access: "portfolio",
    summary:
      "The ledger behind the savings: the leak cases that saved water in the period, with baseline, days, repair cost and payback.",
    query: z
      .strictObject({
        ...listShape(
          ["dollars_saved", "gallons_saved", "ended_at", "gallons_per_day", "property_name"],
          "-dollars_saved",
        ),
        outcome: z
          .enum(["verified", "ended"])
          .default("verified")
          .describe("verified: cases with a verified fix; ended: those that ended on their own."),
      })
      .superRefine(checkPeriod),
    response: paged(savedCase),
  }),
};
