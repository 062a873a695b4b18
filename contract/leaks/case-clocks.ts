import { z } from "zod";
import { call } from "../call/call.ts";
import { bodyId, id } from "../call/fields.ts";

/** Days after which a case is to be acknowledged, and fixed. */
const days = z.number("Give a number of days.").int("Give whole days.").min(1).max(365);

export const caseClock = z
  .discriminatedUnion("rule", [
    z.strictObject({ rule: z.literal("none") }),
    z.strictObject({ rule: z.literal("house"), acknowledge_days: days, fix_days: days }),
    z.strictObject({ rule: z.literal("lease"), fix_days: days }),
    z.strictObject({ rule: z.literal("california") }),
  ])
  .describe(
    "none: no deadline. house: days from when a case was found until somebody acknowledged and fixed it. lease: days until it is fixed, as the lease has them; units only. california: Civil Code 1954.210; units only.",
  );
export type CaseClock = z.output<typeof caseClock>;

/** What a leak has to cost a day for an alert. */
const alertFloor = z
  .number("Give an amount.")
  .min(0)
  .max(10_000)
  .multipleOf(0.01, "Give the amount with at most two decimals.")
  .describe(
    "What a leak has to cost a day for an alert, in the organization's currency at today's price; 0: every leak raises one. An alert that was raised stays while its leak goes on.",
  );

const clocks = z.object({
  organization_id: z.number().int(),
  clock: caseClock.describe("Of all its properties without a clock of their own."),
  alert_floor: alertFloor,
  properties: z
    .array(
      z.object({
        property_id: z.number().int().describe("Id of the property."),
        property_name: z.string().describe("Name of the property."),
        clock: caseClock.nullable().describe("Its own; null: that of the organization."),
      }),
    )
    .describe("The properties of the organization that the caller sees, by name."),
});
export type CaseClocks = z.output<typeof clocks>;

export const caseClockCalls = {
  "GET /v1/case-clocks": call({
    access: "admin",
    summary:
      "The deadlines for leak cases of an organization and its properties, and from which cost a day they raise an alert.",
    query: z.strictObject({ organization_id: id.describe("Id of the organization.") }),
    response: clocks,
  }),
  "PUT /v1/case-clocks": call({
    access: "admin",
    summary:
      "Sets the deadlines for leak cases of an organization, or of one property, or from which cost a day they raise an alert.",
    body: z.strictObject({
      organization_id: bodyId.describe("Id of the organization."),
      property_id: bodyId.optional().describe("Only for this property; left out: for the organization."),
      clock: caseClock
        .nullable()
        .optional()
        .describe("null: of a property that of the organization, of an organization none; left out: it stays."),
      alert_floor: alertFloor.optional(),
      expected: z
        .strictObject({
          clock: caseClock.nullable().optional().describe("As read before; null: a property had none of its own."),
          alert_floor: alertFloor.optional().describe("As read before."),
        })
        .optional()
        .describe(
          "The values that the caller last read. If they have changed since, nothing is saved and the answer is 409. Left out: no check.",
        ),
    }),
    response: clocks,
  }),
};
