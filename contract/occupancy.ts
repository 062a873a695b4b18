import { z } from "zod";
import { call } from "./call.ts";
import { date, dayOf, gallons, id, ids, orderingBy, paged, paging } from "./common.ts";

/**
 * What a unit is: as its property-management source says; without a word of it `looks vacant` when it was read and used
 * under 5 gallons in 7 days, else `unknown`.
 */
export const occupancy = z.enum(["occupied", "vacant", "looks vacant", "unknown"]);
export type Occupancy = z.infer<typeof occupancy>;

const occupancyRow = z.object({
  property_id: z.number().int(),
  building_id: z.number().int(),
  building_name: z.string(),
  unit_id: z.number().int(),
  unit_name: z.string(),
  /** Of the last seven complete local days; null: nothing was measured. */
  last_7_days_gallons: gallons.nullable(),
  occupancy,
  /** The day of which the source says so; null where it says nothing. */
  as_of: date.nullable(),
  move_in: date.nullable(),
  move_out: date.nullable(),
  /** The file or the person that said so. */
  source: z.string().nullable(),
});
export type OccupancyRow = z.infer<typeof occupancyRow>;

const text = z.string().max(200);

/** One unit of a rent roll, as its source writes it. Each row is judged for itself, so nothing here is checked closely. */
const toldRow = z.strictObject({
  /** May be left out where only one unit of the property has the name. */
  building: text.nullish(),
  unit: text,
  /** occupied or vacant, also in the words of rent rolls, such as `Notice` or `Vacant Unrented`. */
  status: text,
  /** Days as 2026-01-31 or 1/31/2026. */
  move_in: text.nullish(),
  move_out: text.nullish(),
  /** The day of which the row is true; default: the one beside the rows. */
  as_of: text.nullish(),
});

const toldAnswer = z.object({
  received: z.number().int(),
  stored: z.number().int(),
  refused: z.number().int(),
  rows: z.array(
    z.object({
      row: z.number().int(),
      status: z.enum(["stored", "refused"]),
      code: z.string().optional(),
      reason: z.string().optional(),
    }),
  ),
});

const ofProperty = z.strictObject({ property_id: id });

export const occupancyCalls = {
  "GET /v1/properties/{property_id}/occupancy": call({
    access: "property-or-portfolio",
    summary: "The units of a property, whether somebody lives there and since when that is known, and what they used.",
    params: ofProperty,
    query: z.strictObject({
      building_id: ids,
      occupancy: z.preprocess(
        (value) => (value === undefined || Array.isArray(value) ? value : [value]),
        z.array(occupancy).min(1).max(10).optional(),
      ),
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
    body: z.strictObject({
      as_of: dayOf("as_of must be a day such as 2026-01-31.").optional(),
      rows: z.array(toldRow).min(1).max(10_000),
    }),
    response: toldAnswer,
  }),
};
