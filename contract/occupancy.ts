import { z } from "zod";
import { call } from "./call.ts";
import { date, dayOf, gallons, id, ids, orderingBy, paged, paging } from "./common.ts";
import { buildingId, buildingName, propertyId } from "./place-fields.ts";

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
  occupancy: occupancy.describe(OCCUPANCY),
  as_of: date.nullable().describe("The day of which the source says so; null: it says nothing."),
  move_in: date.nullable().describe("When the household moved in; null: not said."),
  move_out: date.nullable().describe("When it moves out, or did; null: not said."),
  source: z.string().nullable().describe("The file or the person that said so; null: nobody did."),
});
export type OccupancyRow = z.infer<typeof occupancyRow>;

const text = z.string().max(200);

/** One unit of a rent roll, as its source writes it. Each row is judged for itself, so nothing here is checked closely. */
const rentRollRow = z.strictObject({
  building: text
    .nullish()
    .describe("Name of the building; may be left out where only one unit of the property has the name."),
  unit: text.describe("Name of the unit."),
  status: text.describe("occupied or vacant, also in the words of rent rolls, such as Notice or Vacant Unrented."),
  move_in: text.nullish().describe("When the household moved in, as 2026-01-31 or 1/31/2026."),
  move_out: text.nullish().describe("When it moves out, or did, as 2026-01-31 or 1/31/2026."),
  as_of: text.nullish().describe("The day of which the row is true. Left out: the one beside the rows."),
});

const rentRollResult = z.object({
  received: z.number().int().describe("Rows that came in."),
  stored: z.number().int().describe("Rows of them that were stored."),
  refused: z.number().int().describe("Rows of them that were not."),
  rows: z
    .array(
      z.object({
        row: z.number().int().describe("Which row, from 1."),
        status: z.enum(["stored", "refused"]).describe("What became of it."),
        code: z.string().optional().describe("Why it was refused, for programs."),
        reason: z.string().optional().describe("Why it was refused and what to do."),
      }),
    )
    .describe("One entry for each row, in order."),
});

const ofProperty = z.strictObject({ property_id: id.describe("Id of the property.") });

export const occupancyCalls = {
  "GET /v1/properties/{property_id}/occupancy": call({
    access: "property-or-portfolio",
    summary: "The units of a property, whether somebody lives there and since when that is known, and what they used.",
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
        ["building_name", "unit_name", "last_7_days_gallons", "occupancy", "as_of"],
        "building_name",
      ),
    }),
    response: paged(occupancyRow),
  }),
  "PUT /v1/properties/{property_id}/occupancy": call({
    access: "admin",
    summary:
      "Takes what a property-management source says of units, up to 10,000 rows, as of a day (default: today at the property). Good rows are stored, others answered with a reason; of a unit the newest day counts, and of two rows for one day the one that came later.",
    params: ofProperty,
    maxBodyKib: 4096,
    body: z.strictObject({
      as_of: dayOf("as_of must be a day such as 2026-01-31.")
        .optional()
        .describe("The day of which the rows are true. Left out: today at the property."),
      rows: z.array(rentRollRow).min(1).max(10_000).describe("Units, at most 10,000."),
    }),
    response: rentRollResult,
  }),
};
