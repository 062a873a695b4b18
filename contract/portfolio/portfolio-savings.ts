import { z } from "zod";
import { call } from "../call/call.ts";
import { date, dollars, gallons, reportFilters } from "../call/fields.ts";
import { CAME_BACK, HELD, TOO_EARLY } from "../leaks/leaks.ts";

const ONCE =
  "At any time a main meter counts only with what it saves beyond the fixtures of its unit, and a building's meter beyond the units and irrigation of its building, among the leaks that stopped in the period: no water counts twice.";

const group = (which: string, parameter: string) =>
  z
    .object({
      leaks: z.number().int().describe("How many."),
      held: z.number().int().describe(`Those that held: ${HELD}.`),
      came_back: z.number().int().describe(`Those that came back: ${CAME_BACK}.`),
      too_early: z.number().int().describe(`Those for which it is too early: ${TOO_EARLY}.`),
      gallons_saved: gallons.describe(
        `Savings so far: what each lost in an hour before it stopped, times the hours since, at most 30 days, until it came back and while its meter had data. ${ONCE}`,
      ),
      dollars_saved: dollars.describe(
        "The same in dollars, at the price of the day on which each stopped, rounded once from the exact sum.",
      ),
      gallons_seen_twice: gallons.describe(
        "The excess of the sum of the leaks' savings (GET /v1/leaks) over gallons_saved: water that a second meter also measured.",
      ),
      dollars_seen_twice: dollars.describe("The same in dollars: the excess over dollars_saved."),
    })
    .describe(
      `Leaks that ${which} in the period; GET /v1/leaks lists them by stopped_by=${parameter} and the same days.`,
    );

const savings = z.object({
  start_date: date.describe("First local day of the period."),
  end_date: date.describe("Last local day of the period."),
  repaired: group("a person said were repaired", "person"),
  ended: group("ended by their rule, and not marked as repaired,", "rule"),
});
export type Savings = z.infer<typeof savings>;

export const portfolioSavingsCalls = {
  "GET /v1/reporting/portfolio-insights/savings": call({
    access: "portfolio",
    summary: "Leaks that were repaired or ended in the period, their outcome, and the savings.",
    query: reportFilters,
    response: savings,
  }),
};
