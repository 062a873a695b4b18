import { z } from "zod";
import { call } from "../call/call.ts";
import { date, dayOf, gallons, id, ids, orderingBy, paged, paging } from "../call/fields.ts";
import { buildingId, buildingName, propertyId } from "../call/place-fields.ts";

const OCCUPANCY =
  "As the property-management source says; without a word of it, looks vacant when the unit was read and used under 5 gallons in 7 days, else unknown.";

export const occupancy = z.enum(["occupied", "vacant", "looks vacant", "unknown"]);
export type Occupancy = z.infer<typeof occupancy>;

export const occupancyRow = z.object({
  property_id: propertyId,
  building_id: buildingId,
  building_name: buildingName,
  unit_id: z.number().int().describe("Id of the unit."),
  unit_name: z.string().describe("Name of the unit."),
  last_7_days_gallons: gallons
    .nullable()
    .describe("Gallons of the last seven complete local days; null: nothing was measured."),
  gallons_while_vacant: gallons
    .nullable()
    .describe("Those of them on days since the unit was left; null: it is not vacant, or nothing was measured since."),
  occupancy: occupancy.describe(OCCUPANCY),
  as_of: date.nullable().describe("The as-of date of the source; null: none."),
  since: date.nullable().describe("The first day that it is certainly so, the day after a move out; null: not known."),
  move_in: date.nullable().describe("When the household moved in; null: not known."),
  move_out: date.nullable().describe("When it moves or moved out; null: not known."),
  source: z.string().nullable().describe("The file or person that is the source; null: none."),
});
export type OccupancyRow = z.infer<typeof occupancyRow>;

const text = z.string().max(200);

/** One unit of a rent roll, as its source writes it. Each row is judged for itself, so nothing here is checked closely. */
const rentRollRow = z.strictObject({
  building: text.nullish().describe("Name of the building; optional if only one unit of the property has the name."),
  unit: text.describe("Name of the unit."),
  status: text.describe("occupied or vacant, also in the words of rent rolls, such as Notice or Vacant Unrented."),
  move_in: text.nullish().describe("When the household moved in, such as 2026-01-31 or 1/31/2026."),
  move_out: text.nullish().describe("When it moves or moved out, such as 2026-01-31 or 1/31/2026."),
  as_of: text.nullish().describe("The day to which the row applies. Default: that of the request."),
});

const rentRollResult = z.object({
  received: z.number().int().describe("Number of rows received."),
  stored: z.number().int().describe("Number of rows that were stored."),
  rejected: z.number().int().describe("Number of rows that were rejected."),
  rows: z
    .array(
      z.object({
        row: z.number().int().describe("Which row, from 1."),
        status: z.enum(["stored", "rejected"]).describe("Its outcome."),
        code: z.string().optional().describe("Why it was rejected, for programs."),
        reason: z.string().optional().describe("Why it was rejected and what to do."),
      }),
    )
    .describe("One entry for each row, in order."),
});

const ofProperty = z.strictObject({ property_id: id.describe("Id of the property.") });

export const occupancyCalls = {
  "GET /v1/properties/{property_id}/occupancy": call({
    access: "property-or-portfolio",
    summary: "The units of a property with their occupancy, its date, and their consumption.",
    params: ofProperty,
    query: z.strictObject({
      building_id: ids.describe("Only units of these buildings; may be repeated."),
      unit_id: ids.describe("Only these units; may be repeated."),
      occupancy: z
        .preprocess(
          (value) => (value === undefined || Array.isArray(value) ? value : [value]),
          z.array(occupancy).min(1).max(10).optional(),
        )
        .describe(`Only units of these kinds; may be repeated. ${OCCUPANCY}`),
      ...paging,
      ordering: orderingBy(
        ["building_name", "unit_name", "last_7_days_gallons", "gallons_while_vacant", "occupancy", "as_of"],
        "building_name",
      ),
    }),
    response: paged(occupancyRow),
  }),
  "PUT /v1/properties/{property_id}/occupancy": call({
    access: "admin",
    summary:
      "Stores the occupancy of units from a property-management source, up to 10,000 rows, as of a day (default: today at the property). Valid rows are stored, others answered with a reason; the rows of a unit and a day are stored together or not at all. For a unit the newest day counts, and of two rows for one day the one that came later.",
    params: ofProperty,
    maxBodyKib: 4096,
    body: z.strictObject({
      as_of: dayOf("as_of must be a day such as 2026-01-31.")
        .optional()
        .describe("The day to which the rows apply. Default: today at the property."),
      rows: z.array(rentRollRow).min(1).max(10_000).describe("Units, at most 10,000."),
    }),
    response: rentRollResult,
  }),
};
