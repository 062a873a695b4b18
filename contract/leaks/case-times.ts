import { z } from "zod";
import { call } from "../call/call.ts";
import { checkPeriod, percent, reportShape } from "../call/fields.ts";

const hours = z.number().nullable();

const caseTimes = z.object({
  id: z.number().int().nullable().describe("By property its id; else null."),
  name: z
    .string()
    .describe("Name of the property, e-mail address of the assignee (empty: unassigned), or kind of leak."),
  cases: z.number().int().describe("Cases that were found in the period, without what is no leak."),
  hours_to_acknowledged: hours.describe(
    "Hours from when a case was found until somebody reported something, at the median of those of which somebody did; null: nobody did.",
  ),
  hours_to_assigned: hours.describe("The same until it was assigned."),
  hours_to_fixed: hours.describe("The same until the last reported fix was made."),
  hours_to_verified: hours.describe("The same until the meter had verified it."),
  fixed: z.number().int().describe("Cases with a reported fix."),
  held: z.number().int().describe("Those of them that are verified."),
  held_percentage: percent
    .nullable()
    .describe("Verified fixes, in percent of those that are verified or failed; null: neither."),
});
export type CaseTimes = z.input<typeof caseTimes>;

export const caseTimeCalls = {
  "GET /v1/reporting/case-times": call({
    access: "property-or-portfolio",
    summary: "How long leak cases that were found in the period took, and how many fixes held.",
    query: z
      .strictObject({
        ...reportShape,
        by: z.enum(["property", "person", "kind"]).default("property").describe("What a row is about."),
      })
      .superRefine(checkPeriod),
    response: z.array(caseTimes).describe("The most cases first."),
  }),
};
