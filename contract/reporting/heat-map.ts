import { z } from "zod";
import { call } from "../call/call.ts";
import { checkPeriod, date, days_kept_from, gallons, id, reportShape } from "../call/fields.ts";

/** Days that one heat map shows at most. */
export const MOST_HEAT_DAYS = 92;
/** Units that one heat map shows at most. */
export const MOST_HEAT_UNITS = 1000;

const NOTHING = "null: nothing was measured.";

const heatUnit = z.object({
  unit_id: z.number().int().describe("Id of the unit."),
  unit_name: z.string().describe("Name of the unit."),
  bedrooms: z.number().int().describe("Its bedrooms; a studio has 0."),
  gallons_consumed: z.array(gallons.nullable()).describe(`Gallons of each day, estimated hours included; ${NOTHING}`),
  gallons_leaked: z.array(gallons.nullable()).describe(`Gallons of them that leaked, of each day; ${NOTHING}`),
  days_unread: z
    .array(z.number().int())
    .describe(
      "Indexes in dates, from 0, of days that do not count as read, because less than three quarters of their hours were measured. They may still have gallons.",
    ),
  days_of_fixtures: z
    .array(z.number().int())
    .describe(
      "Indexes in dates, from 0, of days whose gallons are those of fixtures alone, because no meter of the whole unit was in service: they are not what the unit uses per bedroom.",
    ),
});
export type HeatUnit = z.infer<typeof heatUnit>;

const heatMap = z.object({
  building_id: z.number().int().describe("Id of the building."),
  building_name: z.string().describe("Its name."),
  dates: z
    .array(date)
    .describe("The local days up to today, in their order; the arrays of each unit have one place for each."),
  units: z.array(heatUnit).describe("The building's units in natural order: 9 before 10."),
  days_kept_from,
});
export type HeatMap = z.infer<typeof heatMap>;

export const heatMapCalls = {
  "GET /v1/reporting/leak-report/properties/{id}/heat-map": call({
    access: "property-or-portfolio",
    summary: `Gallons and leak gallons of each unit of a building on each day, at most ${MOST_HEAT_DAYS} days and ${MOST_HEAT_UNITS} units. Over the units they add up to the figures of the building.`,
    params: z.strictObject({ id: id.describe("Id of the property.") }),
    query: z
      .strictObject({
        days_ago: reportShape.days_ago,
        start_date: reportShape.start_date,
        end_date: reportShape.end_date,
        building_id: id.optional().describe("The building. Default: the property's first by name."),
      })
      .superRefine(checkPeriod)
      .superRefine(checkDays),
    response: heatMap,
  }),
};

/** Checks that the period is no longer than one heat map shows. */
function checkDays(
  { start_date, end_date }: { start_date?: string | undefined; end_date?: string | undefined },
  context: Parameters<typeof checkPeriod>[1],
) {
  if (start_date === undefined || end_date === undefined) return;
  if (Date.parse(end_date) - Date.parse(start_date) < MOST_HEAT_DAYS * 86_400_000) return;
  const message = `A heat map shows at most ${MOST_HEAT_DAYS} days. Request fewer.`;
  context.addIssue({ code: "custom", path: ["start_date"], message });
}
